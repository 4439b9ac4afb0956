package io.olm4j.cli.kube;

import io.fabric8.kubernetes.client.utils.KubernetesResourceUtil;
import io.olm4j.cli.command.OlmException;

/** Checks names that a user gives, before they become part of a manifest or of a request. */
public final class ResourceNames {

    private static final int MAX_LABEL = 63;
    private static final int MAX_SUBDOMAIN = 253;

    private ResourceNames() {}

    /**
     * Checks the name of a namespace.
     *
     * @throws OlmException if none can have it
     */
    public static void requireNamespace(String name) {
        require(
                KubernetesResourceUtil.isValidName(name),
                name,
                "namespace",
                "lower-case letters, digits and \"-\"",
                MAX_LABEL);
    }

    /**
     * Checks the name of a service account.
     *
     * @throws OlmException if none can have it
     */
    public static void requireServiceAccount(String name) {
        require(
                KubernetesResourceUtil.isValidSubdomainName(name),
                name,
                "service account",
                "lower-case letters, digits, \"-\" and \".\"",
                MAX_SUBDOMAIN);
    }

    /**
     * Checks the name of an object to look for.
     *
     * @throws OlmException if it is empty, as that of a variable that is not set
     */
    public static String requireGiven(String kind, String name) {
        if (name.isBlank()) {
            throw new OlmException("the name of the " + kind + " is empty: give one");
        }
        return name;
    }

    private static void require(boolean isValid, String name, String what, String characters, int maxLength) {
        if (name.length() > maxLength) {
            throw new OlmException("\"%s\" cannot be the name of a %s: it has %d characters, and at most %d are allowed"
                    .formatted(name, what, name.length(), maxLength));
        }
        if (!isValid) {
            throw new OlmException(("\"%s\" cannot be the name of a %s: such a name has only %s, and begins and"
                            + " ends with a letter or a digit")
                    .formatted(name, what, characters));
        }
    }
}
