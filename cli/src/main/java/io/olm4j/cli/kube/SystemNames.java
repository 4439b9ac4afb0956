package io.olm4j.cli.kube;

/** Names that the manifests of olm4j give. */
public final class SystemNames {

    /** The namespace where olm4j is installed. */
    public static final String NAMESPACE = "olmv1-system";

    /** The Deployment and the service account of operator-controller; those of the original have the same name. */
    public static final String OPERATOR_CONTROLLER = "operator-controller-controller-manager";

    private SystemNames() {}
}
