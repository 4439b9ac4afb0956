package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.olm4j.api.OlmApi;
import io.olm4j.cli.kube.Definitions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that the API server serves the custom resources of olm4j in the version that this build uses. */
final class DefinitionCheck {

    private DefinitionCheck() {}

    /**
     * Judges the definitions.
     *
     * @param wanted their names
     * @param found those that exist
     */
    static List<CheckResult> of(List<String> wanted, List<CustomResourceDefinition> found) {
        Set<String> served = found.stream()
                .filter(Definitions::isEstablished)
                .filter(definition -> definition.getSpec().getVersions().stream()
                        .anyMatch(version -> version.getName().equals(OlmApi.VERSION) && version.getServed()))
                .map(definition -> definition.getMetadata().getName())
                .collect(Collectors.toSet());
        List<String> missing =
                wanted.stream().filter(name -> !served.contains(name)).toList();
        return missing.isEmpty()
                ? List.of(new CheckResult.Ok(
                        wanted.size() + " CustomResourceDefinitions are served in version " + OlmApi.VERSION))
                : List.of(CheckResult.error(
                        "these CustomResourceDefinitions do not exist, are not established, or do not serve version "
                                + OlmApi.VERSION + ": " + String.join(", ", missing),
                        DoctorCommand.APPLY_MANIFESTS));
    }
}
