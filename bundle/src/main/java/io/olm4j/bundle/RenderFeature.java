package io.olm4j.bundle;

/** Parts that are rendered only if they are enabled. */
public enum RenderFeature {
    /** Bundles that serve aggregated APIs are rendered; without this feature they are refused. */
    API_SERVICES,
    /** ClusterRoles that allow admins, editors and viewers of the cluster to use the APIs that the bundle owns. */
    USER_FACING_ROLES,
    /**
     * An OperatorCondition for the operator. The environment of the operator holds its name. The cluster must serve the
     * kind.
     */
    OPERATOR_CONDITIONS
}
