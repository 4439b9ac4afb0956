package io.olm4j.cli.clusterupgrade;

import io.olm4j.controller.clusterupgrade.MaxOpenShiftVersion;
import io.olm4j.controller.clusterupgrade.OpenShiftVersion;
import io.olm4j.controller.installed.InstalledExtension;
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
            removed(extension, uses).forEach(problems::add);
        }
        return problems;
    }

    private static Optional<UpgradeProblem> limit(InstalledExtension extension, TargetVersion target) {
        if (target.openShift().isEmpty()) {
            return Optional.empty();
        }
        return switch (MaxOpenShiftVersion.of(extension.properties())) {
            case MaxOpenShiftVersion.Unlimited() -> Optional.empty();
            case MaxOpenShiftVersion.Limit(OpenShiftVersion limit) ->
                limit.admits(target.openShift().get())
                        ? Optional.empty()
                        : Optional.of(problem(
                                extension,
                                "MaxOpenShiftVersion",
                                "supports OpenShift up to " + limit + ": upgrade it to a version that supports "
                                        + target.openShift().get()));
            case MaxOpenShiftVersion.Unreadable(String problem) ->
                Optional.of(problem(extension, "UnreadableLimit", problem));
        };
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
                        "%s %s is gone in Kubernetes 1.%d, and these objects are written in it: %s"
                                .formatted(
                                        entry.getKey().apiVersion(),
                                        entry.getKey().kind(),
                                        entry.getKey().minor(),
                                        named(entry.getValue()))))
                .toList();
    }

    private static String named(List<ApiUse> uses) {
        int more = uses.size() - MAX_NAMED;
        return uses.stream()
                        .limit(MAX_NAMED)
                        .map(use -> use.object() + " (by " + use.manager() + ")")
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static UpgradeProblem problem(InstalledExtension extension, String reason, String message) {
        return new UpgradeProblem(extension.name(), extension.bundle().name(), reason, message);
    }
}
