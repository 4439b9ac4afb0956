package io.olm4j.applier.account;

import static java.util.Objects.requireNonNull;

/** A service account by namespace and name. */
public record ServiceAccountRef(String namespace, String name) {

    public ServiceAccountRef {
        requireNonNull(namespace, "namespace");
        requireNonNull(name, "name");
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
