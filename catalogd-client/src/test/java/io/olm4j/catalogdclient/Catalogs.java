package io.olm4j.catalogdclient;

/** Small catalogs in the form that a service sends. */
final class Catalogs {
    private Catalogs() {}

    /** A package with two bundles, of which the newer one provides an API in group example.com, version v1. */
    static String providerOf(String name, String kind) {
        return packageOf(name, "1.0.0") + """
                {"image":"example.com/%1$s@sha256:%2$s","name":"%1$s.v1.1.0","package":"%1$s","properties":[{"type":"olm.gvk","value":{"group":"example.com","kind":"%3$s","version":"v1"}},{"type":"olm.package","value":{"packageName":"%1$s","version":"1.1.0"}}],"schema":"olm.bundle"}
                """.formatted(name, "b".repeat(64), kind);
    }

    /** A package with one channel and one bundle. */
    static String packageOf(String name, String version) {
        return """
                {"defaultChannel":"stable","name":"%1$s","schema":"olm.package"}
                {"entries":[{"name":"%1$s.v%2$s"}],"name":"stable","package":"%1$s","schema":"olm.channel"}
                {"image":"example.com/%1$s@sha256:%3$s","name":"%1$s.v%2$s","package":"%1$s","properties":[{"type":"olm.csv.metadata","value":{"description":"x"}},{"type":"olm.package","value":{"packageName":"%1$s","version":"%2$s"}}],"schema":"olm.bundle"}
                """.formatted(name, version, "a".repeat(64));
    }
}
