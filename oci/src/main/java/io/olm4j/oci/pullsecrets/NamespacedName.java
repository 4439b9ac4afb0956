package io.olm4j.oci.pullsecrets;

import java.util.regex.Pattern;

/** The namespace and name of an object. */
public record NamespacedName(String namespace, String name) {

    private static final String PART = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern LABEL = Pattern.compile(PART);
    private static final Pattern SUBDOMAIN = Pattern.compile(PART + "(\\." + PART + ")*");
    private static final int MAX_LABEL = 63;
    private static final int MAX_SUBDOMAIN = 253;

    /**
     * Reads {@code namespace/name}.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static NamespacedName parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 2
                || parts[0].length() > MAX_LABEL
                || parts[1].length() > MAX_SUBDOMAIN
                || !LABEL.matcher(parts[0]).matches()
                || !SUBDOMAIN.matcher(parts[1]).matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not of the form <namespace>/<name>");
        }
        return new NamespacedName(parts[0], parts[1]);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
