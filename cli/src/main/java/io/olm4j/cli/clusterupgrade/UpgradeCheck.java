package io.olm4j.cli.clusterupgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.api.Annotations;
import io.olm4j.controller.clusterupgrade.OpenShiftLimit;
import io.olm4j.controller.clusterupgrade.OpenShiftVersion;
import io.olm4j.controller.clusterupgrade.OpenShiftVersionRange;
import io.olm4j.controller.dependency.DependenciesAnnotation;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.versionranges.ShortList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides which installed extensions another version of the cluster would break. */
final class UpgradeCheck {

    /** A message names no more objects than this. */
    private static final int MAX_NAMED = 5;

    private static final ObjectMapper JSON = new ObjectMapper();

    private UpgradeCheck() {}

    /**
     * What would break, by extension.
     *
     * @param uses live objects of APIs that are gone in the target
     */
    static List<UpgradeProblem> problems(List<InstalledExtension> installed, TargetVersion target, List<ApiUse> uses) {
        List<UpgradeProblem> problems = new ArrayList<>();
        for (InstalledExtension extension : installed) {
            limit(extension, target).ifPresent(problems::add);
            problems.addAll(stated(extension, target));
            removed(extension, uses).forEach(problems::add);
        }
        return problems;
    }

    private static Optional<UpgradeProblem> limit(InstalledExtension extension, TargetVersion target) {
        if (target.openShift().isEmpty()) {
            return Optional.empty();
        }
        return switch (OpenShiftLimit.of(extension.revision())) {
            case OpenShiftLimit.Unlimited() -> Optional.empty();
            case OpenShiftLimit.Limit(OpenShiftVersion limit) ->
                limit.admits(target.openShift().get())
                        ? Optional.empty()
                        : Optional.of(problem(
                                extension,
                                "MaxOpenShiftVersion",
                                "supports OpenShift up to " + limit + ": upgrade it to a version that supports "
                                        + target.openShift().get()));
            case OpenShiftLimit.Unreadable(String problem) ->
                Optional.of(problem(extension, "UnreadableLimit", problem));
        };
    }

    /** What the manifests of the bundle say of versions. */
    private static List<UpgradeProblem> stated(InstalledExtension extension, TargetVersion target) {
        List<Property> stated = DependenciesAnnotation.read(
                        Annotations.find(extension.revision(), Annotations.DEPENDENCIES))
                .required();
        List<UpgradeProblem> problems = new ArrayList<>();
        for (Property property : stated) {
            String text = text(property);
            switch (property.type()) {
                case PropertyTypes.MIN_KUBE_VERSION -> {
                    if (TargetVersion.parse(text)
                            .filter(minimum -> minimum.kubernetesMinor() > target.kubernetesMinor())
                            .isPresent()) {
                        problems.add(problem(extension, "MinKubeVersion", "needs Kubernetes " + text + " or later"));
                    }
                }
                case OpenShiftVersionRange.ANNOTATION -> {
                    if (target.openShift()
                            .flatMap(version ->
                                    OpenShiftVersionRange.parse(text).filter(range -> !range.contains(version)))
                            .isPresent()) {
                        problems.add(problem(
                                extension,
                                "OpenShiftVersions",
                                "is published for OpenShift " + text + " (" + OpenShiftVersionRange.ANNOTATION + ")"));
                    }
                }
                default -> {}
            }
        }
        return problems;
    }

    private static String text(Property property) {
        try {
            return JSON.readTree(property.value()).asText("");
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    private static List<UpgradeProblem> removed(InstalledExtension extension, List<ApiUse> uses) {
        Map<RemovedApi, List<ApiUse>> byApi = uses.stream()
                .filter(use -> use.revisionUid()
                        .equals(extension.revision().getMetadata().getUid()))
                .collect(Collectors.groupingBy(ApiUse::api, LinkedHashMap::new, Collectors.toList()));
        return byApi.entrySet().stream()
                .map(entry -> problem(
                        extension,
                        "RemovedAPI",
                        "%s %s was removed in Kubernetes 1.%d, and these objects use it: %s"
                                .formatted(
                                        entry.getKey().apiVersion(),
                                        entry.getKey().kind(),
                                        entry.getKey().minor(),
                                        named(entry.getValue()))))
                .toList();
    }

    private static String named(List<ApiUse> uses) {
        return ShortList.of(
                MAX_NAMED,
                uses.stream()
                        .map(use -> use.object() + " (by " + use.manager() + ")")
                        .toList());
    }

    private static UpgradeProblem problem(InstalledExtension extension, String reason, String message) {
        return new UpgradeProblem(extension.name(), extension.bundle().name(), reason, message);
    }
}
