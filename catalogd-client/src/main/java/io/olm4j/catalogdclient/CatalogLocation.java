package io.olm4j.catalogdclient;

import java.net.URI;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Where a catalog is served.
 *
 * @param name the ClusterCatalog's name, a DNS subdomain
 * @param uid the ClusterCatalog's UID, which another catalog of this name does not have; empty if no ClusterCatalog
 *     stands for the catalog
 * @param baseUrl its {@code status.urls.base}
 * @param resolvedRef the image of its content, by digest; empty if there is no image, as for a served directory
 */
public record CatalogLocation(String name, String uid, URI baseUrl, String resolvedRef) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?");

    /** @throws IllegalArgumentException if the name cannot be a ClusterCatalog's */
    public CatalogLocation {
        Objects.requireNonNull(uid);
        Objects.requireNonNull(baseUrl);
        Objects.requireNonNull(resolvedRef);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" is not a DNS subdomain name");
        }
    }

    /**
     * Where a catalog is served for which no ClusterCatalog stands.
     *
     * @throws IllegalArgumentException if the name cannot be a ClusterCatalog's
     */
    public CatalogLocation(String name, URI baseUrl, String resolvedRef) {
        this(name, "", baseUrl, resolvedRef);
    }

    /** Where all objects of the catalog are served. */
    String allUrl() {
        String base = baseUrl.toString();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/api/v1/all";
    }

    /** The same URL without user and password. */
    String shownUrl() {
        return allUrl().replaceFirst("//[^/?#]*@", "//");
    }

    /** Whether the same reference always means the same content. */
    boolean isPinned() {
        return resolvedRef.contains("@sha");
    }
}
