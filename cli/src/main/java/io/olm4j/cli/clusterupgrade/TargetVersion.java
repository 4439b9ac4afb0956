package io.olm4j.cli.clusterupgrade;

import io.olm4j.controller.clusterupgrade.OpenShiftVersion;
import java.util.Optional;

/**
 * The version that a cluster is to be upgraded to.
 *
 * @param openShift the version of OpenShift; empty for plain Kubernetes
 * @param kubernetesMinor N of Kubernetes 1.N
 */
record TargetVersion(Optional<OpenShiftVersion> openShift, int kubernetesMinor) {

    /** OpenShift 4.N runs Kubernetes 1.(N+13), and 5.0 is 4.23. */
    private static final int KUBERNETES_OF_4_0 = 13;

    private static final int KUBERNETES_OF_5_0 = 36;

    /**
     * Reads a version: major version 1 is that of Kubernetes, 4 and 5 are those of OpenShift.
     *
     * @return empty if the text is no such version
     */
    static Optional<TargetVersion> parse(String text) {
        return OpenShiftVersion.ofCluster(text).flatMap(version -> switch (version.major()) {
            case 1 -> Optional.of(new TargetVersion(Optional.empty(), version.minor()));
            case 4 -> Optional.of(new TargetVersion(Optional.of(version), KUBERNETES_OF_4_0 + version.minor()));
            case 5 -> Optional.of(new TargetVersion(Optional.of(version), KUBERNETES_OF_5_0 + version.minor()));
            default -> Optional.empty();
        });
    }

    /** The version as people name it. */
    @Override
    public String toString() {
        return openShift
                .map(version -> "OpenShift " + version + " (Kubernetes 1." + kubernetesMinor + ")")
                .orElse("Kubernetes 1." + kubernetesMinor);
    }
}
