package io.olm4j.cli.change;

import io.olm4j.api.Annotations;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.kube.DefaultDeletionPolicy;
import io.olm4j.cli.plan.LostObjects;
import io.olm4j.versionranges.Quoted;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints for people what a deletion of an extension deletes. */
record UninstallPage(PrintWriter out) {

    /** Prints what the deletion would delete. */
    void print(UninstallReport report) {
        String installed = report.version()
                .map(version -> "version " + version + " is installed")
                .orElse("nothing is installed");
        out.println(report.name() + ": " + installed + "; " + effect(report));
        if (!report.keepsObjects()) {
            report.definitions().forEach(definition -> out.println("  " + line(definition)));
            policy(report).ifPresent(text -> out.println("  deletion policy " + text));
        }
        report.unknown().forEach(text -> out.println("  not known: " + text));
        out.flush();
    }

    /** Prints what remains after the deletion. */
    void printRest(UninstallReport report) {
        if (report.keepsObjects() && !report.revisions().isEmpty()) {
            out.println("  revisions that still hold the objects: " + String.join(", ", report.revisions())
                    + "; an extension with the same name, package and service account takes them over");
            out.println("  to give up the objects: kubectl delete clusterobjectset "
                    + String.join(" ", report.revisions()) + " --cascade=orphan");
        }
        if (!report.remains().isEmpty()) {
            out.println("  what stays: " + String.join(", ", report.remains()));
        }
        out.flush();
    }

    /** The question that asks the user to confirm the deletion. */
    static String question(UninstallReport report) {
        if (!report.mayLoseCustomResources()) {
            return "Delete " + report.name() + "?";
        }
        long count = report.customResources();
        if (count == 0) {
            return "Delete " + report.name() + " and custom resources whose number is not known?";
        }
        return "Delete " + report.name() + " and " + (report.countsAllCustomResources() ? "" : "at least ")
                + customResources(count) + "?";
    }

    private static String customResources(long count) {
        return count == 1 ? "1 custom resource" : count + " custom resources";
    }

    private static String effect(UninstallReport report) {
        boolean areUnknown = report.objects().isEmpty() && !report.unknown().isEmpty();
        if (report.keepsObjects()) {
            return areUnknown ? "its objects stay; which they are is not known" : "these stay: " + held(report);
        }
        if (report.waits()) {
            return report.policy().isEmpty()
                    ? "a deletion deletes nothing until the deletion policy is corrected"
                    : "a deletion waits while custom resources exist, and then deletes " + held(report);
        }
        return areUnknown ? "what a deletion deletes is not known" : "a deletion deletes " + held(report);
    }

    private static String held(UninstallReport report) {
        int count =
                report.objects().values().stream().mapToInt(Integer::intValue).sum();
        String kinds = report.objects().entrySet().stream()
                .map(kind -> kind.getValue() + " " + kind.getKey())
                .collect(Collectors.joining(", "));
        return count == 0
                ? "no objects"
                : (report.unknown().isEmpty() ? "" : "at least ") + objects(count) + " (" + kinds + ")";
    }

    private static Optional<String> policy(UninstallReport report) {
        if (report.policy().isEmpty()) {
            return report.deletionPolicy()
                    .map(value -> Quoted.of(value) + " is unknown: the deletion waits until the annotation "
                            + Annotations.DELETION_POLICY + " is Delete, RefuseWhileInUse or KeepDefinitions");
        }
        return report.policy().filter(_ -> report.mayHaveDefinitions()).flatMap(policy -> policy(policy, report));
    }

    private static Optional<String> policy(DeletionPolicy policy, UninstallReport report) {
        if (report.defaultIsAsserted() && policy != DeletionPolicy.DELETE) {
            return Optional.of(policy.text() + " is only what " + DefaultDeletionPolicy.FLAG + " says: if"
                    + " operator-controller is set to Delete, the definitions go with all custom resources;"
                    + " --keep-definitions keeps them");
        }
        String name = policy.text() + (report.deletionPolicy().isEmpty() ? ", the default of operator-controller" : "");
        return switch (policy) {
            case DELETE ->
                report.deletionPolicy().or(report::defaultDeletionPolicy).isPresent()
                        ? Optional.empty()
                        : Optional.of("Delete is assumed, because the default of operator-controller is not known: "
                                + DefaultDeletionPolicy.FLAG + " names it");
            case REFUSE_WHILE_IN_USE ->
                report.waits() || !report.unknown().isEmpty()
                        ? Optional.of(name + ": nothing is deleted while the definitions have custom resources;"
                                + " afterwards the definitions are deleted too")
                        : Optional.empty();
            case KEEP_DEFINITIONS -> Optional.of(name + ": the definitions and their custom resources stay");
        };
    }

    private static String objects(int count) {
        return count == 1 ? "1 object" : count + " objects";
    }

    private static String line(LostObjects definition) {
        String name = (definition.kept() ? "stays: " : "") + UninstallReport.DEFINITION + " " + definition.definition();
        if (definition.objects().isEmpty()) {
            return name + " with all its custom resources; they cannot be listed, so that their number is not known";
        }
        long count = definition.objects().get();
        if (count == 0) {
            return name + "; it has no custom resources";
        }
        String more = count > definition.first().size() ? ", …" : "";
        return name + " with " + customResources(count) + ": " + String.join(", ", definition.first()) + more;
    }
}
