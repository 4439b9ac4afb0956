package io.olm4j.api;

/** Condition types of the three kinds. */
public final class ConditionTypes {

    public static final String INSTALLED = "Installed";
    public static final String PROGRESSING = "Progressing";
    public static final String AVAILABLE = "Available";
    public static final String SUCCEEDED = "Succeeded";

    /** On a ClusterExtension, while object sets that are not its revisions claim to be. */
    public static final String FOREIGN_REVISIONS = "ForeignRevisions";

    /** On a ClusterExtension: whether its installed bundle supports the next version of the OpenShift cluster. */
    public static final String CLUSTER_UPGRADEABLE = "ClusterUpgradeable";

    /** On a ClusterExtension, while its dependencies are not met. */
    public static final String DEPENDENCIES_MET = "DependenciesMet";

    /** On a ClusterExtension, while other extensions lack a dependency that it removed. */
    public static final String BREAKS_DEPENDENTS = "BreaksDependents";

    /** On a ClusterExtension with an installed bundle: whether the catalogs have a bundle that may follow it. */
    public static final String UPDATE_AVAILABLE = "UpdateAvailable";

    public static final String SERVING = "Serving";

    /**
     * On a ClusterCatalog with an image template: whether the template resolved to an image. OLM Classic has the same
     * condition on a CatalogSource.
     */
    public static final String TEMPLATES_HAVE_RESOLVED = "TemplatesHaveResolved";

    public static final String DEPRECATED = "Deprecated";
    public static final String PACKAGE_DEPRECATED = "PackageDeprecated";
    public static final String CHANNEL_DEPRECATED = "ChannelDeprecated";
    public static final String BUNDLE_DEPRECATED = "BundleDeprecated";

    private ConditionTypes() {}
}
