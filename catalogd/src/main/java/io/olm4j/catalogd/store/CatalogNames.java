package io.olm4j.catalogd.store;

import java.util.regex.Pattern;

/** The valid names of catalogs: the names that Kubernetes allows for objects. */
public final class CatalogNames {

    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int MAX_LENGTH = 253;

    /** The rule in words. */
    public static final String RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
                    + " must start and end with an alphanumeric character, and has at most 253 characters";

    private CatalogNames() {}

    /** Whether a catalog can have the name. */
    public static boolean isValid(String name) {
        return name.length() <= MAX_LENGTH && SUBDOMAIN.matcher(name).matches();
    }
}
