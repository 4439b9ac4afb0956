package io.olm4j.fbc.property;

/** The types of bundle properties that OLM interprets. */
public final class PropertyTypes {
    /** Package, version and release of the bundle itself. */
    public static final String PACKAGE = "olm.package";

    /** Another package the bundle needs, in a version range. */
    public static final String PACKAGE_REQUIRED = "olm.package.required";

    /** An API the bundle provides. */
    public static final String GVK = "olm.gvk";

    /** An API the bundle needs. */
    public static final String GVK_REQUIRED = "olm.gvk.required";

    /** A compound requirement. */
    public static final String CONSTRAINT = "olm.constraint";

    /** A manifest of the bundle, in base64; superseded by {@link #CSV_METADATA}. */
    public static final String BUNDLE_OBJECT = "olm.bundle.object";

    /** The part of the ClusterServiceVersion that user interfaces show. */
    public static final String CSV_METADATA = "olm.csv.metadata";

    /** The newest OpenShift minor version the bundle works on. */
    public static final String MAX_OPENSHIFT_VERSION = "olm.maxOpenShiftVersion";

    /**
     * The oldest Kubernetes that the bundle works on: {@code spec.minKubeVersion} of its ClusterServiceVersion, as a
     * property.
     */
    public static final String MIN_KUBE_VERSION = "olm4j.io/minKubeVersion";

    /** Internal to the tools of operator-registry. */
    public static final String CHANNEL = "olm.channel";

    private PropertyTypes() {}

    /**
     * Whether a property repeats content of the bundle image. Such properties are large, and resolution does not use
     * them.
     */
    public static boolean isManifestData(String type) {
        return type.equals(CSV_METADATA) || type.equals(BUNDLE_OBJECT);
    }
}
