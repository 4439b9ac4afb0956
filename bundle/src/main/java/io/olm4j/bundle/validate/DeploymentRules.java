package io.olm4j.bundle.validate;

import io.olm4j.bundle.RegistryV1;
import java.util.List;

/** Rules for the deployments of the install strategy. */
final class DeploymentRules {
    private DeploymentRules() {}

    static List<String> duplicateNames(RegistryV1 bundle) {
        return Duplicates.of(bundle.csv().deploymentNames()).stream()
                .map(name -> "cluster service version contains duplicate strategy deployment spec '" + name + "'")
                .toList();
    }

    static List<String> invalidNames(RegistryV1 bundle) {
        return bundle.csv().deploymentNames().stream()
                .distinct()
                .sorted()
                .filter(name -> !DnsSubdomain.problems(name).isEmpty())
                .map(name -> "invalid cluster service version strategy deployment name '%s': %s"
                        .formatted(name, String.join(", ", DnsSubdomain.problems(name))))
                .toList();
    }
}
