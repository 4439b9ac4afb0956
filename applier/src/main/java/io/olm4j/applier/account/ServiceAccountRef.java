package io.olm4j.applier.account;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.utils.KubernetesResourceUtil;
import java.util.List;

/**
 * A service account by namespace and name. Both are names that an API server accepts, so they need no escaping in the
 * path of a request.
 */
public record ServiceAccountRef(String namespace, String name) {

    /** @throws IllegalArgumentException if the namespace or the name is not a valid name */
    public ServiceAccountRef {
        requireNonNull(namespace, "namespace");
        requireNonNull(name, "name");
        if (!isNamespace(namespace) || !isName(name)) {
            throw new IllegalArgumentException("no names of a namespace and a service account in it");
        }
    }

    /** Whether the text is a valid name of a namespace: a DNS label (RFC 1123). */
    public static boolean isNamespace(String text) {
        return KubernetesResourceUtil.isValidName(text);
    }

    /** Whether the text is a valid name of a service account: a DNS subdomain (RFC 1123). */
    public static boolean isName(String text) {
        return KubernetesResourceUtil.isValidSubdomainName(text);
    }

    /** The user name of the account at the API server. */
    public String userName() {
        return "system:serviceaccount:" + namespace + ":" + name;
    }

    /** The groups of the account at the API server. */
    public List<String> groups() {
        return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated");
    }

    /** {@code namespace/name}. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
