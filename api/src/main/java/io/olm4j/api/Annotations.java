package io.olm4j.api;

/** Annotation keys that olm4j sets and reads. */
public final class Annotations {

    public static final String BUNDLE_NAME = "olm.operatorframework.io/bundle-name";
    public static final String BUNDLE_VERSION = "olm.operatorframework.io/bundle-version";
    public static final String BUNDLE_RELEASE = "olm.operatorframework.io/bundle-release";
    public static final String BUNDLE_REFERENCE = "olm.operatorframework.io/bundle-reference";
    public static final String PACKAGE_NAME = "olm.operatorframework.io/package-name";

    /** The properties of the bundle, JSON, copied from its CSV to the revision. */
    public static final String OLM_PROPERTIES = "olm.properties";

    /** On a managed object: the number of the revision that controls it. */
    public static final String REVISION = "olm.operatorframework.io/revision";

    /** On a CRD that is being deleted: when the API server was last made to look at it again, RFC 3339. */
    public static final String DELETION_RETRIED_AT = "olm.operatorframework.io/deletion-retried-at";

    /** On a revision: the service account with whose rights its objects are written. */
    public static final String SERVICE_ACCOUNT_NAME = "olm.operatorframework.io/service-account-name";

    public static final String SERVICE_ACCOUNT_NAMESPACE = "olm.operatorframework.io/service-account-namespace";

    private Annotations() {}
}
