package io.olm4j.catalogdclient;

/** Small catalogs as a service sends them. */
final class Catalogs {
    private Catalogs() {}

    /** A package with one channel and one bundle. */
    static String packageOf(String name, String version) {
        return """
                {"defaultChannel":"stable","name":"%1$s","schema":"olm.package"}
                {"entries":[{"name":"%1$s.v%2$s"}],"name":"stable","package":"%1$s","schema":"olm.channel"}
                {"image":"example.com/%1$s@sha256:%3$s","name":"%1$s.v%2$s","package":"%1$s","properties":[{"type":"olm.csv.metadata","value":{"description":"x"}},{"type":"olm.package","value":{"packageName":"%1$s","version":"%2$s"}}],"schema":"olm.bundle"}
                """.formatted(name, version, "a".repeat(64));
    }
}
