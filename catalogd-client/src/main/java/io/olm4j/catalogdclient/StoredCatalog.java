package io.olm4j.catalogdclient;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The index of a catalog's content on disk.
 *
 * @param source where the content came from
 * @param metasHash hash of the metas file, which also names it
 * @param metasLength its size in bytes
 * @param packages by name
 */
record StoredCatalog(Source source, String metasHash, long metasLength, Map<String, PackageEntry> packages) {
    StoredCatalog {
        packages = Map.copyOf(packages);
    }

    /**
     * The origin of the content and its validators; unknown texts are empty.
     *
     * @param uid the UID of the ClusterCatalog that it was read for, or that the service confirmed it for
     * @param url the address it was read from
     * @param resolvedRef the image behind it
     * @param etag the service's ETag
     * @param lastModified the service's Last-Modified, if it is reliable
     */
    record Source(String uid, String url, String resolvedRef, String etag, String lastModified) {
        static final Source UNKNOWN = new Source("", "", "", "", "");

        /** Whether the location is known to have the same content: it is the one of the source, of a pinned image. */
        boolean isStill(CatalogLocation location) {
            return location.isPinned()
                    && uid.equals(location.uid())
                    && url.equals(location.allUrl())
                    && resolvedRef.equals(location.resolvedRef());
        }

        /** The source of content that the service confirmed at this location. */
        Source confirmed(CatalogLocation location) {
            return new Source(location.uid(), url, location.resolvedRef(), etag, lastModified);
        }
    }

    StoredCatalog withSource(Source newSource) {
        return new StoredCatalog(newSource, metasHash, metasLength, packages);
    }

    /** The packages that differ between this and other content. */
    Set<String> changedPackages(StoredCatalog other) {
        Set<String> changed = new TreeSet<>(packages.keySet());
        changed.addAll(other.packages.keySet());
        changed.removeIf(name -> {
            PackageEntry mine = packages.get(name);
            PackageEntry theirs = other.packages.get(name);
            return mine != null && theirs != null && mine.contentHash().equals(theirs.contentHash());
        });
        return changed;
    }
}
