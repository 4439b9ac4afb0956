package io.olm4j.oci.credentials;

/** The spellings of a registry in sources of credentials. */
final class RegistryKeys {

    private RegistryKeys() {}

    /** A key as a reference spells it: for a URL the registry, otherwise the key unchanged; Docker Hub is docker.io. */
    static String canonical(String key) {
        String bare = withoutScheme(key);
        return hub(bare.equals(key) ? key : host(bare));
    }

    /**
     * The registry of a key in a {@code .dockercfg}, which has no keys for repositories: text after the host is a path.
     */
    static String ofLegacy(String key) {
        return host(withoutScheme(key));
    }

    /** Docker Hub has three names; its entry in most files is {@code https://index.docker.io/v1/}. */
    private static String hub(String registry) {
        return switch (registry) {
            case "index.docker.io", "registry-1.docker.io" -> "docker.io";
            default -> registry;
        };
    }

    private static String withoutScheme(String key) {
        for (String scheme : new String[] {"http://", "https://"}) {
            if (key.startsWith(scheme)) {
                return key.substring(scheme.length());
            }
        }
        return key;
    }

    private static String host(String hostAndPath) {
        int slash = hostAndPath.indexOf('/');
        return slash < 0 ? hostAndPath : hostAndPath.substring(0, slash);
    }
}
