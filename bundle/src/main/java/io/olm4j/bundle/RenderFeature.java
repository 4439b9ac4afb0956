package io.olm4j.bundle;

/** What is rendered only where it is asked for. */
public enum RenderFeature {
    /** Bundles that serve aggregated APIs are rendered; without this they are refused. */
    API_SERVICES,
    /** ClusterRoles by which admins, editors and viewers of the cluster may use the APIs that the bundle owns. */
    USER_FACING_ROLES,
    /**
     * An OperatorCondition for the operator, which tells its name in the environment; the cluster has to serve the
     * kind.
     */
    OPERATOR_CONDITIONS
}
