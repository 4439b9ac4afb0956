package io.olm4j.applier.cluster;

import java.util.regex.Pattern;

/** The names of RFC 1123 in the form that Kubernetes accepts: in lower case. */
public final class DnsNames {

    private static final int MAX_SUBDOMAIN = 253;

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private DnsNames() {}

    /** Whether the text is a DNS label, the form of a namespace's name. */
    public static boolean isLabel(String text) {
        return LABEL.matcher(text).matches();
    }

    /** Whether the text is a DNS subdomain, the form of the names of API groups and of most other objects. */
    public static boolean isSubdomain(String text) {
        return text.length() <= MAX_SUBDOMAIN && SUBDOMAIN.matcher(text).matches();
    }
}
