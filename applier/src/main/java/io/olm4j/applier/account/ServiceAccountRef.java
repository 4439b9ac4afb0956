package io.olm4j.applier.account;

import static java.util.Objects.requireNonNull;

import io.olm4j.applier.cluster.DnsNames;

/**
 * A service account by namespace and name. Both are names that an API server gives, so that they stay what they are in
 * the path of a request.
 */
public record ServiceAccountRef(String namespace, String name) {

    /** @throws IllegalArgumentException if there can't be such a namespace or such an account */
    public ServiceAccountRef {
        requireNonNull(namespace, "namespace");
        requireNonNull(name, "name");
        if (!isNamespace(namespace) || !isName(name)) {
            throw new IllegalArgumentException("no names of a namespace and a service account in it");
        }
    }

    /** Whether a namespace can have this name, which is a DNS label (RFC 1123). */
    public static boolean isNamespace(String text) {
        return DnsNames.isLabel(text);
    }

    /** Whether a service account can have this name, which is a DNS subdomain (RFC 1123). */
    public static boolean isName(String text) {
        return DnsNames.isSubdomain(text);
    }

    /** The user as which the API server knows it. */
    public String userName() {
        return "system:serviceaccount:" + namespace + ":" + name;
    }

    /** {@code namespace/name}. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
