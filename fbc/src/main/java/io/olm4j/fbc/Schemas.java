package io.olm4j.fbc;

/** The catalog schemas that OLM interprets; objects of other schemas are passed on unread. */
public final class Schemas {
    public static final String PACKAGE = "olm.package";
    public static final String CHANNEL = "olm.channel";
    public static final String BUNDLE = "olm.bundle";
    public static final String DEPRECATIONS = "olm.deprecations";

    private Schemas() {}
}
