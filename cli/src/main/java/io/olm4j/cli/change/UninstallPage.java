package io.olm4j.cli.change;

import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.plan.LostObjects;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints for people what a deletion of an extension deletes. */
record UninstallPage(PrintWriter out) {

    private static final String DEFINITION = "CustomResourceDefinition";

    /** What would go, before it goes. */
    void print(UninstallReport report) {
        Map<String, Integer> concerned = report.keepsObjects() ? report.objects() : withoutKept(report);
        int count = concerned.values().stream().mapToInt(Integer::intValue).sum();
        String kinds = concerned.entrySet().stream()
                .map(kind -> kind.getValue() + " " + kind.getKey())
                .collect(Collectors.joining(", "));
        String installed = report.version()
                .map(version -> "version " + version + " is installed")
                .orElse("nothing is installed");
        String held = count == 0 ? "no objects" : objects(count) + " (" + kinds + ")";
        out.println(report.name() + ": " + installed
                + (report.keepsObjects() ? "; these stay: " : "; a deletion deletes ") + held);
        if (!report.keepsObjects()) {
            report.definitions().forEach(definition -> out.println("  " + line(definition)));
            report.deletionPolicy()
                    .flatMap(DeletionPolicy::named)
                    .flatMap(policy -> effect(policy, report))
                    .ifPresent(text -> out.println("  deletion policy " + text));
        }
        report.unknown().forEach(text -> out.println("  not known: " + text));
        out.flush();
    }

    /** What stays, after the rest is gone. */
    void printRest(UninstallReport report) {
        if (report.keepsObjects() && !report.revisions().isEmpty()) {
            out.println("  revisions that still hold the objects: " + String.join(", ", report.revisions())
                    + "; an extension with the same name and service account takes them over");
            out.println("  to give up the objects: kubectl delete clusterobjectset "
                    + String.join(" ", report.revisions()) + " --cascade=orphan");
        }
        if (!report.remains().isEmpty()) {
            out.println("  what stays: " + String.join(", ", report.remains()));
        }
        out.flush();
    }

    /** The objects that a deletion deletes: the definitions that the policy keeps do not count. */
    private static Map<String, Integer> withoutKept(UninstallReport report) {
        int kept = (int) report.definitions().stream().filter(LostObjects::kept).count();
        Map<String, Integer> deleted = new TreeMap<>(report.objects());
        deleted.computeIfPresent(DEFINITION, (_, all) -> all > kept ? all - kept : null);
        return deleted;
    }

    private static Optional<String> effect(DeletionPolicy policy, UninstallReport report) {
        boolean used = report.definitions().stream().anyMatch(LostObjects::kept);
        return switch (policy) {
            case DELETE -> Optional.empty();
            case REFUSE_WHILE_IN_USE ->
                used
                        ? Optional.of(policy.text() + ": the deletion waits until the custom resources are deleted")
                        : Optional.empty();
            case KEEP_DEFINITIONS -> Optional.of(policy.text() + ": the definitions and their custom resources stay");
        };
    }

    private static String objects(int count) {
        return count == 1 ? "1 object" : count + " objects";
    }

    private static String line(LostObjects definition) {
        String name = (definition.kept() ? "stays: " : "") + DEFINITION + " " + definition.definition();
        if (definition.objects().isEmpty()) {
            return name + " with all its custom resources; you may not list them, so that their number is not known";
        }
        long count = definition.objects().get();
        if (count == 0) {
            return name + "; it has no custom resources";
        }
        String more = count > definition.first().size() ? ", …" : "";
        return name + " with " + (count == 1 ? "1 custom resource" : count + " custom resources") + ": "
                + String.join(", ", definition.first()) + more;
    }
}
