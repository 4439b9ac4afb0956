package io.olm4j.cli.plan;

import io.olm4j.cli.installed.ObjectChange;
import io.olm4j.cli.plan.PlanReport.Action;
import io.olm4j.cli.plan.PlanReport.Restart;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.stream.Stream;

/** Prints a plan for people: the conclusion first, then what stands in the way, then the objects. */
public record PlanPage(PrintWriter out) {

    /** Prints a plan. */
    public void print(PlanReport plan) {
        out.println(plan.name() + ": " + conclusion(plan));
        plan.bundle().flatMap(bundle -> bundle.why()).ifPresent(why -> indented("why", why));
        plan.message()
                .ifPresent(message -> plan.reason()
                        .ifPresentOrElse(
                                reason -> indented(
                                        plan.action() == Action.STOP ? "reason" : "held back", reason + ": " + message),
                                () -> indented("waits for", message)));
        problems(plan);
        if (plan.action() != Action.NONE && (plan.hasChanges() || plan.unchanged() > 0)) {
            out.println((plan.action() == Action.STOP ? "objects, once that is solved: " : "objects: ")
                    + count(plan, "Added") + " created, " + count(plan, "Changed") + " changed, "
                    + count(plan, "Removed") + " deleted, " + plan.unchanged() + " unchanged");
            plan.changes().stream().flatMap(change -> change.text().lines()).forEach(line -> out.println("  " + line));
            plan.restarts().forEach(this::restart);
        }
        plan.unknown().forEach(text -> indented("not known", text));
        plan.rbac().ifPresent(manifest -> {
            out.println("apply this to give the service account all rights that it needs:");
            out.print(manifest);
        });
    }

    private static String conclusion(PlanReport plan) {
        String bundle = plan.bundle()
                .map(one -> one.name() + " with version " + one.version()
                        + one.catalog().map(catalog -> " of catalog " + catalog).orElse(""))
                .orElse("no bundle");
        String from =
                plan.installed().map(version -> " from version " + version).orElse("");
        return switch (plan.action()) {
            case NONE ->
                "nothing would change"
                        + plan.installed()
                                .map(version -> " (version " + version + ")")
                                .orElse("");
            case CONTINUE -> "goes on with bundle " + bundle + ", which is rolling out";
            case INSTALL -> "would install bundle " + bundle;
            case UPGRADE -> "would go" + from + " to bundle " + bundle;
            case RECONFIGURE -> "would change the configuration of bundle " + bundle;
            case STOP -> {
                Optional<String> stays = plan.installed().map(version -> "would stay at version " + version);
                yield plan.bundle().isPresent()
                        ? stays.map(text -> text + " and not go to bundle ").orElse("would not install bundle ")
                                + bundle
                        : stays.orElse("would install nothing");
            }
        };
    }

    private void problems(PlanReport plan) {
        plan.crdFindings()
                .filter(_ -> !repeats(plan, plan.crdFindings().orElse("")))
                .ifPresent(text -> indented("CRD upgrade is not safe", text));
        plan.unmetDependencies()
                .filter(text -> !repeats(plan, text))
                .ifPresent(text -> indented("dependencies are not met", text));
        plan.missingPermissions()
                .filter(text -> !repeats(plan, text))
                .ifPresent(text -> indented("rights are missing", text));
        plan.deletedDefinitions().forEach(lost -> indented(lost.kept() ? "keeps" : "deletes", lost.toString()));
        plan.refused().forEach(text -> indented("cannot be written", text));
        plan.clusterUpgrade().ifPresent(text -> indented("cluster upgrades", text));
    }

    /** Whether the message of the condition says it already. */
    private static boolean repeats(PlanReport plan, String text) {
        return plan.message().filter(message -> message.contains(text)).isPresent();
    }

    private void restart(Restart restart) {
        out.println("  restarts " + (restart.pods() == 1 ? "1 pod" : restart.pods() + " pods") + " of "
                + restart.workload());
    }

    private void indented(String name, String text) {
        Stream<String> lines = text.lines();
        out.println("  " + name + ": " + String.join("\n    ", lines.toList()));
    }

    private static long count(PlanReport plan, String kind) {
        return plan.changes().stream()
                .map(ObjectChange::change)
                .filter(kind::equals)
                .count();
    }
}
