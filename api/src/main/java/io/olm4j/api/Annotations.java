package io.olm4j.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/** Annotation keys that olm4j sets and reads. */
public final class Annotations {

    public static final String BUNDLE_NAME = "olm.operatorframework.io/bundle-name";
    public static final String BUNDLE_VERSION = "olm.operatorframework.io/bundle-version";
    public static final String BUNDLE_RELEASE = "olm.operatorframework.io/bundle-release";
    public static final String BUNDLE_REFERENCE = "olm.operatorframework.io/bundle-reference";

    /** On a revision and on its CustomResourceDefinitions: the package. */
    public static final String PACKAGE_NAME = "olm.operatorframework.io/package-name";

    /** On a revision: the namespace that it creates because the extension names none. */
    public static final String MANAGED_NAMESPACE = "olm.operatorframework.io/managed-namespace";

    /** The properties of the bundle, JSON, copied from its CSV to the revision. */
    public static final String OLM_PROPERTIES = "olm.properties";

    /** On a managed object: the number of the revision that controls it. */
    public static final String REVISION = "olm.operatorframework.io/revision";

    /** On a managed object: the name of the revision that controls it. */
    public static final String REVISION_NAME = "olm.operatorframework.io/revision-name";

    /**
     * On a managed object, and on a Secret that holds objects of a revision: the UID of the revision that controls it.
     * This is not an owner reference: the garbage collector would delete the objects in its own order, but the
     * controller decides the order.
     */
    public static final String REVISION_UID = "olm.operatorframework.io/revision-uid";

    /** On a managed object: the UIDs of the revisions that it was taken over from, separated by commas. */
    public static final String TAKEN_OVER_FROM = "olm.operatorframework.io/taken-over-from";

    /** On a CRD that is being deleted: when the controller last made the API server retry the deletion, RFC 3339. */
    public static final String DELETION_RETRIED_AT = "olm.operatorframework.io/deletion-retried-at";

    /** On a revision: the service account whose rights are used to write its objects. */
    public static final String SERVICE_ACCOUNT_NAME = "olm.operatorframework.io/service-account-name";

    public static final String SERVICE_ACCOUNT_NAMESPACE = "olm.operatorframework.io/service-account-namespace";

    /** On a revision: the digest of the inputs from which its content was rendered. */
    public static final String INPUTS_DIGEST = "olm.operatorframework.io/inputs-digest";

    /** On a revision: the extension's selection criteria for catalogs when its bundle was chosen. */
    public static final String SELECTION = "olm.operatorframework.io/selection";

    /** On a revision: the version of olm4j that rendered its content. */
    public static final String RENDERED_BY = "olm.operatorframework.io/rendered-by";

    /**
     * On a revision that had not rolled out: the revision that was created in its place. The bundle of the newer one
     * was chosen without this one, so that this one cannot count as rolled out any more.
     */
    public static final String REPLACED_BY = "olm4j.io/replaced-by";

    /** On the index Secret of a Helm release that the original left: the revision that has taken its place. */
    public static final String MIGRATED_TO = "olm4j.io/migrated-to";

    /**
     * On a ClusterCatalog: the image reference with placeholders for the cluster's version. It takes precedence over
     * the image reference of the spec.
     */
    public static final String CATALOG_IMAGE_TEMPLATE = "olm.operatorframework.io/catalog-image-template";

    /** On a ClusterCatalog: each new value, such as the time, makes catalogd look up the image once, at once. */
    public static final String REFRESH_REQUESTED = "olm4j.io/refresh-requested";

    /**
     * On a ClusterCatalog: the value of {@link #REFRESH_REQUESTED} after which catalogd last looked up the image. It is
     * written after the status of this look-up.
     */
    public static final String REFRESH_HANDLED = "olm4j.io/refresh-handled";

    /**
     * On a revision: the dependencies of its bundle and the APIs that the bundle provides, JSON. Both are then known
     * without a catalog.
     */
    public static final String DEPENDENCIES = "olm.operatorframework.io/dependencies";

    /**
     * On the ServiceAccount of operator-controller: the account of extensions that name none. The admission policies
     * read it.
     */
    public static final String DEFAULT_SERVICE_ACCOUNT_NAME = "olm.operatorframework.io/default-service-account-name";

    public static final String DEFAULT_SERVICE_ACCOUNT_NAMESPACE =
            "olm.operatorframework.io/default-service-account-namespace";

    /** On an extension: {@code Ignore} permits bundles whose dependencies are not met. */
    public static final String DEPENDENCY_CHECK = "olm4j.io/dependency-check";

    /**
     * On an extension: {@code Manual} holds back upgrades until somebody approves them, {@code ManualAll} the first
     * installation too.
     */
    public static final String UPGRADE_APPROVAL = "olm4j.io/upgrade-approval";

    /** On an extension: the name of the bundle that it may have, where upgrades need an approval. */
    public static final String APPROVED_BUNDLE = "olm4j.io/approved-bundle";

    /** On an extension: a {@link DeletionPolicy}. */
    public static final String DELETION_POLICY = "olm4j.io/deletion-policy";

    private Annotations() {}

    /** The value of an annotation of an object; empty if the object does not have it. */
    public static Optional<String> find(HasMetadata object, String key) {
        return Optional.ofNullable(object.getMetadata().getAnnotations()).map(annotations -> annotations.get(key));
    }

    /** The value of an annotation of an object; the empty text if the object does not have it. */
    public static String text(HasMetadata object, String key) {
        return find(object, key).orElse("");
    }
}
