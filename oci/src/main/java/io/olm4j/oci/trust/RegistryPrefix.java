package io.olm4j.oci.trust;

/**
 * Matches names against the prefixes of {@code registries.conf}.
 *
 * @see <a href="https://github.com/containers/container-libs/blob/main/image/docs/containers-registries.conf.5.md">
 *     containers-registries.conf(5), "Choosing a [[registry]] TOML table"</a>
 */
final class RegistryPrefix {

    static final String WILDCARD = "*.";

    private RegistryPrefix() {}

    /**
     * The length of the part of the name that the prefix matches.
     *
     * @param name domain and path of an image
     * @return number of characters, or -1 if it does not match
     */
    static int match(String name, String prefix) {
        if (!prefix.startsWith(WILDCARD)) {
            return name.startsWith(prefix) && endsComponent(name, prefix.length()) ? prefix.length() : -1;
        }
        String suffix = prefix.substring(1);
        int start = name.indexOf(suffix);
        boolean inDomain = start >= 0 && name.lastIndexOf('/', start) < 0;
        int end = start + suffix.length();
        return inDomain && endsComponent(name, end) ? end : -1;
    }

    /**
     * Whether a component of the name ends here. As in containers/image, a prefix without a port matches every port.
     */
    private static boolean endsComponent(String name, int end) {
        return end == name.length() || ":/@".indexOf(name.charAt(end)) >= 0;
    }
}
