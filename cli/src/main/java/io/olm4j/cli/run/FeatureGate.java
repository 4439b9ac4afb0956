package io.olm4j.cli.run;

import java.util.Arrays;
import java.util.Optional;

/** The feature gates: those of the original by their names, and those that are olm4j's own. */
enum FeatureGate {
    ALL_ALPHA("AllAlpha", false, Fixed.OFF),
    ALL_BETA("AllBeta", false, Fixed.OFF),
    SINGLE_OWN_NAMESPACE_INSTALL_SUPPORT("SingleOwnNamespaceInstallSupport", true, Fixed.ON),
    WEBHOOK_PROVIDER_CERT_MANAGER("WebhookProviderCertManager", true, Fixed.NO),
    WEBHOOK_PROVIDER_OPENSHIFT_SERVICE_CA("WebhookProviderOpenshiftServiceCA", true, Fixed.NO),
    BOXCUTTER_RUNTIME("BoxcutterRuntime", true, Fixed.ON),
    DEPLOYMENT_CONFIG("DeploymentConfig", true, Fixed.ON),
    BUNDLE_RELEASE_SUPPORT("BundleReleaseSupport", false, Fixed.NO),
    API_V1_METAS_HANDLER("APIV1MetasHandler", true, Fixed.ON),
    GRAPHQL_CATALOG_QUERIES("GraphQLCatalogQueries", false, Fixed.OFF),
    API_SERVICE_SUPPORT("APIServiceSupport", false, Fixed.NO),
    MANAGED_NAMESPACES("ManagedNamespaces", false, Fixed.NO),
    USER_FACING_ROLES("UserFacingRoles", false, Fixed.NO),
    CLUSTER_UPGRADE_GATE("ClusterUpgradeGate", true, Fixed.NO);

    private enum Fixed {
        NO,
        ON,
        OFF
    }

    private final String text;
    private final boolean byDefault;
    private final Fixed fixed;

    FeatureGate(String text, boolean byDefault, Fixed fixed) {
        this.text = text;
        this.byDefault = byDefault;
        this.fixed = fixed;
    }

    static Optional<FeatureGate> of(String name) {
        return Arrays.stream(values()).filter(gate -> gate.text.equals(name)).findFirst();
    }

    /** Whether it is on by default. */
    boolean isOnByDefault() {
        return byDefault;
    }

    /** Why the gate cannot have the wanted state; empty if it can. */
    Optional<String> refusal(boolean wanted) {
        return switch (fixed) {
            case NO -> Optional.empty();
            case ON -> wanted ? Optional.empty() : Optional.of(text + "=false has no effect: it is always on in olm4j");
            case OFF -> wanted ? Optional.of(text + "=true has no effect: olm4j does not have it") : Optional.empty();
        };
    }

    /** As {@code --feature-gates} takes it. */
    @Override
    public String toString() {
        return text;
    }
}
