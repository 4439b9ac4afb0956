package io.olm4j.applier.cluster;

import java.util.regex.Pattern;

/** Names as RFC 1123 has them and Kubernetes admits them: in lower case. */
public final class DnsNames {

    private static final int MAX_SUBDOMAIN = 253;

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private DnsNames() {}

    /** Whether a namespace can be called so. */
    public static boolean isLabel(String text) {
        return LABEL.matcher(text).matches();
    }

    /** Whether most other objects, and API groups, can be called so. */
    public static boolean isSubdomain(String text) {
        return text.length() <= MAX_SUBDOMAIN && SUBDOMAIN.matcher(text).matches();
    }
}
