package io.olm4j.cli.extension;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Reasons;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.AwaitedState;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ExtensionWaiting;
import io.olm4j.cli.installed.SentExtension;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.manifest.Confirmation;
import io.olm4j.cli.manifest.DryRunOption;
import io.olm4j.cli.manifest.WaitOptions;
import io.olm4j.cli.output.VisibleText;
import io.olm4j.cli.plan.PlanMaker;
import io.olm4j.cli.plan.PlanOptions;
import io.olm4j.cli.plan.PlanPage;
import io.olm4j.cli.plan.PlanReport;
import io.olm4j.cli.plan.ProposedExtension;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension rollback}. */
@Command(
        name = "rollback",
        description = {
            "Goes back to the bundle of an earlier revision: shows the plan, asks, pins the version with the policy"
                    + " SelfCertified, and waits.",
            "To go to a version that this extension never had: \"olm extension update NAME --version X"
                    + " --upgrade-constraint-policy SelfCertified\".",
            "With --dry-run it only shows the plan.",
            "It needs the rights of \"olm plan\", to list, patch and watch the ClusterExtension, and to impersonate its"
                    + " service account. Exits with 1 if the cluster or the catalogs do not allow it."
        },
        mixinStandardHelpOptions = true)
final class ExtensionRollbackCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = "--to",
            paramLabel = "REVISION",
            converter = RevisionNumber.class,
            description =
                    "The number of the revision. Default: the newest one that finished its roll-out with another bundle"
                            + " than the current one.")
    private Optional<Long> to = Optional.empty();

    @Mixin
    private final DryRunOption dryRun = new DryRunOption();

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Confirmation confirmation;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanOptions options;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Override
    public Integer call() {
        return connection.use(this::rollBack);
    }

    private int rollBack(KubernetesClient client) {
        PrintWriter out = VisibleText.writer(spec.commandLine().getOut());
        var reads = new ExtensionReads(client);
        ClusterExtension extension = reads.changeable(name);
        waiting.requireRight(client, dryRun.value(), ClusterExtension.class, name);
        List<ClusterObjectSet> revisions = reads.revisions(extension);
        if (to.isEmpty() && isUnderWay(extension, revisions)) {
            return ErrorLines.fail(
                    spec.commandLine(),
                    name + " already goes back to version "
                            + ProposedExtension.selection(extension).version() + ": \"olm extension wait " + name
                            + "\" waits for it; --to names another revision");
        }
        Optional<ClusterObjectSet> earlier = target(revisions);
        if (earlier.isEmpty()) {
            return ErrorLines.fail(
                    spec.commandLine(),
                    name + " has no earlier revision with another bundle that had rolled out: \"olm extension history "
                            + name + "\" shows the revisions that are kept");
        }
        ClusterObjectSet target = earlier.get();
        String bundle = Annotations.text(target, Annotations.BUNDLE_NAME);
        String version = Annotations.text(target, Annotations.BUNDLE_VERSION);
        RollbackPlan rollback = plan(client, extension, version, bundle);
        PlanReport plan = rollback.report();
        new PlanPage(out).print(plan);
        if (rollback.approves()) {
            out.println("approval: the command approves bundle " + bundle + ": it sets the annotation "
                    + Annotations.APPROVED_BUNDLE);
        }
        out.flush();
        Optional<String> obstacle = obstacle(plan, bundle, version);
        if (obstacle.isPresent()) {
            return ErrorLines.fail(
                    spec.commandLine(), name + " cannot go back to version " + version + ": " + obstacle.get());
        }
        if (!dryRun.value().writes()) {
            return ExitCode.OK;
        }
        Optional<String> refusal = confirmation.refusal("Go back to version " + version + " of " + name + "?");
        if (refusal.isPresent()) {
            return ErrorLines.fail(spec.commandLine(), refusal.get());
        }
        var pin = new VersionPin(extension, version, Optional.of(bundle).filter(_ -> rollback.approves()));
        ClusterExtension pinned = pin.send(client, out);
        try {
            return waiting.waits()
                    ? new ExtensionWaiting(
                                    name,
                                    new AwaitedState(Optional.empty()),
                                    waiting.timeout(),
                                    rollback.approves() ? ExtensionWaiting.REACTION : Duration.ZERO,
                                    out,
                                    spec.commandLine().getErr())
                            .await(client, SentExtension.of(pinned))
                    : ExitCode.OK;
        } finally {
            out.println("the version is pinned; " + pin.release());
            out.flush();
        }
    }

    /** Whether the newest revision still rolls out the version that a rollback has pinned. */
    private static boolean isUnderWay(ClusterExtension extension, List<ClusterObjectSet> revisions) {
        CatalogFilter selection = ProposedExtension.selection(extension);
        return selection.upgradeConstraintPolicy() == UpgradeConstraintPolicy.SELF_CERTIFIED
                && revisions.stream()
                        .findFirst()
                        .filter(newest -> !newest.hasRolledOut())
                        .filter(newest -> Annotations.text(newest, Annotations.BUNDLE_VERSION)
                                .equals(selection.version()))
                        .isPresent();
    }

    /**
     * The revision to go back to.
     *
     * @param revisions the newest one first
     * @throws OlmException if there is no revision with the number that the user named
     */
    private Optional<ClusterObjectSet> target(List<ClusterObjectSet> revisions) {
        if (to.isPresent()) {
            return Optional.of(revisions.stream()
                    .filter(set -> set.getSpec().revision() == to.get())
                    .findFirst()
                    .orElseThrow(() -> new OlmException(name + " has no revision " + to.get()
                            + ": \"olm extension history " + name + "\" shows the numbers")));
        }
        Optional<String> newest =
                revisions.stream().findFirst().map(set -> Annotations.text(set, Annotations.BUNDLE_NAME));
        return revisions.stream()
                .filter(ClusterObjectSet::hasRolledOut)
                .filter(set -> !Annotations.text(set, Annotations.BUNDLE_NAME).equals(newest.orElseThrow()))
                .findFirst();
    }

    /**
     * What the command leads to.
     *
     * @param approves whether the command approves the bundle, because the controller would wait for an approval
     */
    private record RollbackPlan(PlanReport report, boolean approves) {}

    private RollbackPlan plan(KubernetesClient client, ClusterExtension extension, String version, String bundle) {
        ClusterExtension pinned = ProposedExtension.selecting(
                extension, Optional.of(version), Optional.empty(), Optional.of(UpgradeConstraintPolicy.SELF_CERTIFIED));
        try (var maker = new PlanMaker(client, options)) {
            PlanReport plan = maker.plan(pinned);
            if (!awaitsApproval(plan)) {
                return new RollbackPlan(plan, false);
            }
            PlanReport approved = maker.plan(ProposedExtension.approving(pinned, bundle));
            return new RollbackPlan(approved, !awaitsApproval(approved));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean awaitsApproval(PlanReport plan) {
        return plan.reason().equals(Optional.of(Reasons.AWAITING_APPROVAL));
    }

    private Optional<String> obstacle(PlanReport plan, String bundle, String version) {
        if (plan.crdFindings().isPresent()) {
            return Optional.of("its CustomResourceDefinitions must not replace those on the cluster");
        }
        if (plan.message().isPresent() && !awaitsApproval(plan)) {
            return plan.message();
        }
        if (plan.bundle().filter(planned -> planned.name().equals(bundle)).isEmpty()) {
            return Optional.of("the catalogs now offer "
                    + plan.bundle().map(planned -> "bundle " + planned.name()).orElse("no bundle")
                    + " for version " + version + ", not bundle " + bundle);
        }
        return plan.missingPermissions();
    }
}
