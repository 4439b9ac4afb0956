package io.olm4j.fbc;

/** The schemas of a catalog that have a meaning here; every other schema is carried along unread. */
public final class Schemas {
    public static final String PACKAGE = "olm.package";
    public static final String CHANNEL = "olm.channel";
    public static final String BUNDLE = "olm.bundle";
    public static final String DEPRECATIONS = "olm.deprecations";

    private Schemas() {}
}
