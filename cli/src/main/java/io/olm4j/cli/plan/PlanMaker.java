package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.ObjectPreview;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.object.RevisionPreview;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.cli.command.Registries;
import io.olm4j.cli.installed.ExtensionSummary;
import io.olm4j.cli.installed.ObjectChange;
import io.olm4j.cli.installed.RevisionObjects;
import io.olm4j.cli.plan.PlanReport.Action;
import io.olm4j.cli.source.Scratch;
import io.olm4j.controller.extension.plan.ExtensionPlan;
import io.olm4j.controller.extension.plan.ExtensionPlan.Verdict;
import io.olm4j.controller.extension.plan.ExtensionPlanner;
import io.olm4j.controller.extension.plan.PlannedCluster;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes plans for the extensions of one cluster, with the rights of the user. */
public final class PlanMaker implements AutoCloseable {

    private final KubernetesClient client;
    private final ObjectClient reader;
    private final PlannedCluster cluster;
    private final ServedCatalogs catalogs;
    private final Scratch scratch;
    private final DeletionPolicy defaultDeletion;
    private final ExtensionPlanner planner;

    /**
     * Reads the catalogs, the extensions and the revisions of the cluster.
     *
     * @throws IOException if there is no place for unpacked images
     */
    public PlanMaker(KubernetesClient client, PlanOptions options) throws IOException {
        this.client = client;
        this.reader = ObjectClient.of(client);
        this.cluster = PlannedCluster.read(client);
        this.catalogs = ServedCatalogs.open(client);
        this.scratch = Scratch.create("olm-plan");
        ControllerOptions controller = options.controller(client, scratch.directory());
        this.defaultDeletion = controller.deletion();
        this.planner = new ExtensionPlanner(client, controller, cluster, Registries.client());
    }

    /** The extensions of the cluster. */
    List<ClusterExtension> extensions() {
        return cluster.extensions();
    }

    /**
     * Plans an extension.
     *
     * @param extension as it would be applied; its UID and status are those of the cluster, if it exists
     */
    public PlanReport plan(ClusterExtension extension) {
        CatalogFilter selection = ProposedExtension.selection(extension);
        ExtensionPlan plan = planner.plan(extension, catalogs.offers(selection));
        List<String> unknown = new ArrayList<>();
        catalogs.unread(selection)
                .forEach((catalog, why) -> unknown.add("what catalog " + catalog
                        + " offers, so that the controller may choose another bundle: " + why));
        unknown.addAll(plan.unknown());
        Optional<Target> revision = plan.revision()
                .map(created -> new Target(created.set(), created.objects()))
                .or(() -> plan.rollingOut().map(set -> new Target(set, held(set, unknown))));
        List<ObjectNode> objects = revision.map(Target::objects).orElse(List.of());
        List<ObjectNode> former = revision.map(one -> one.siblings(plan).stream()
                        .flatMap(sibling -> held(sibling, unknown).stream())
                        .toList())
                .orElse(List.of());
        Effects whole = revision.map(one -> effects(plan, one, unknown))
                .orElseGet(() -> new Effects(ObjectChanges.of(List.of()), Optional.empty()));
        ObjectChanges effects = whole.objects();
        List<ObjectChange> changes = new ArrayList<>(effects.changes());
        List<ObjectChange> removed = ObjectChange.between(former, objects).stream()
                .filter(change -> change.change().equals("Removed"))
                .toList();
        List<LostObjects> definitions = definitions(former, removed, extension);
        removed.stream()
                .filter(change -> definitions.stream().noneMatch(one -> one.isKept(change)))
                .forEach(changes::add);
        unknown.addAll(effects.unknown());
        Optional<ServiceAccountRef> account = plan.identity().flatMap(Identity::account);
        Optional<String> missing = whole.missing();
        return new PlanReport(
                extension.getMetadata().getName(),
                action(plan),
                plan.installed().map(InstalledBundle::version),
                plan.bundle(),
                stopped(plan).map(Verdict.Stopped::reason),
                message(plan, extension),
                changes,
                effects.unchanged(),
                effects.refused(),
                unknown,
                definitions,
                effects.restarts(),
                plan.crdFindings(),
                missing,
                account.filter(_ -> missing.isPresent()).map(ref -> AccountRights.manifest(ref, objects, former)),
                plan.unmetDependencies(),
                plan.clusterUpgrade());
    }

    /** Why the controller stops, or why another bundle waits. */
    private static Optional<Verdict.Stopped> stopped(ExtensionPlan plan) {
        return plan.verdict() instanceof Verdict.Stopped stopped ? Optional.of(stopped) : plan.held();
    }

    private static Optional<String> message(ExtensionPlan plan, ClusterExtension extension) {
        Optional<Verdict.Stopped> stopped = stopped(plan);
        if (stopped.isPresent()) {
            return stopped.map(Verdict.Stopped::message);
        }
        return plan.rollingOut().flatMap(_ -> ExtensionSummary.of(extension).message());
    }

    /** The definitions that the next revision lacks. */
    private List<LostObjects> definitions(
            List<ObjectNode> former, List<ObjectChange> removed, ClusterExtension extension) {
        Set<String> names = removed.stream().map(ObjectChange::object).collect(Collectors.toSet());
        DeletionPolicy policy = DeletionPolicy.of(DeletionPolicy.annotated(extension), defaultDeletion);
        return former.stream()
                .filter(object -> names.contains(ObjectChange.nameOf(ObjectRef.of(object))))
                .filter(object -> object.path("kind").asText().equals("CustomResourceDefinition"))
                .map(definition -> LostObjects.of(definition, policy, reader))
                .distinct()
                .toList();
    }

    /**
     * The bundle that the controller would install for an extension, and its objects. Compares nothing with the
     * cluster, so that the service account need not exist yet.
     *
     * @param extension as it would be applied
     */
    public PlannedContent content(ClusterExtension extension) {
        ExtensionPlan plan = planner.plan(extension, catalogs.offers(ProposedExtension.selection(extension)));
        return new PlannedContent(
                plan.verdict() instanceof Verdict.Stopped(String _, String message)
                        ? Optional.of(message)
                        : Optional.empty(),
                plan.bundle(),
                plan.revision().map(RevisionPlan::objects).orElse(List.of()));
    }

    private static Action action(ExtensionPlan plan) {
        return switch (plan.verdict()) {
            case Verdict.Stopped _ -> Action.STOP;
            case Verdict.Unchanged _, Verdict.Amended _ ->
                plan.rollingOut().isPresent() ? Action.CONTINUE : Action.NONE;
            case Verdict.NewRevision _ -> {
                if (plan.installed().isEmpty()) {
                    yield Action.INSTALL;
                }
                boolean sameBundle = plan.bundle()
                        .filter(bundle ->
                                bundle.name().equals(plan.installed().get().name()))
                        .isPresent();
                yield sameBundle ? Action.RECONFIGURE : Action.UPGRADE;
            }
        };
    }

    /** The objects that a live revision holds. */
    private List<ObjectNode> held(Revision.Sibling sibling, List<String> unknown) {
        return cluster.sets().stream()
                .filter(set -> set.getMetadata().getUid().equals(sibling.uid()))
                .flatMap(set -> held(set, unknown).stream())
                .toList();
    }

    private List<ObjectNode> held(ClusterObjectSet set, List<String> unknown) {
        return switch (new RevisionObjects(client).content(set)) {
            case RevisionObjects.Held.Objects<ObjectNode>(List<ObjectNode> held) -> held;
            case RevisionObjects.Held.Unreadable<ObjectNode>(String reason) -> {
                unknown.add("the objects of revision " + set.getMetadata().getName()
                        + " cannot be read, so that changes and deletions are not known: " + reason);
                yield List.of();
            }
        };
    }

    /**
     * A revision whose effects are asked for: a new one, or one that is still rolling out.
     *
     * @param objects that it holds
     */
    private record Target(ClusterObjectSet set, List<ObjectNode> objects) {

        /** Empty if it is not created yet. */
        String uid() {
            return Optional.ofNullable(set.getMetadata().getUid()).orElse("");
        }

        /** The other live revisions. */
        List<Revision.Sibling> siblings(ExtensionPlan plan) {
            return plan.siblings().stream()
                    .filter(sibling -> !sibling.uid().equals(uid()))
                    .toList();
        }
    }

    private List<ObjectPreview> preview(
            ExtensionPlan plan, Target revision, ObjectClient reader, ActingIdentity writer) {
        ObjectMeta set = revision.set().getMetadata();
        String extension =
                RevisionOwner.of(revision.set()).map(OwnerReference::getUid).orElse("");
        boolean migrated = cluster.sets().stream()
                .anyMatch(other -> RevisionOwner.isRevisionOf(other, extension) && other.wasMigratedFromHelm());
        var planned = new Revision(
                set.getName(),
                revision.uid(),
                revision.set().getSpec().revision(),
                RevisionOwner.of(revision.set()).map(OwnerReference::getName).orElse(""),
                extension,
                Annotations.text(revision.set(), Annotations.PACKAGE_NAME),
                List.of(),
                List.of(),
                migrated,
                false,
                revision.siblings(plan));
        return new RevisionPreview(reader, writer).of(planned, revision.objects());
    }

    /**
     * What the revision would do, and the rights that it lacks.
     *
     * @param missing empty if none is missing, or if that is not known
     */
    private record Effects(ObjectChanges objects, Optional<String> missing) {}

    private Effects effects(ExtensionPlan plan, Target revision, List<String> unknown) {
        Optional<ServiceAccountRef> account = plan.identity().flatMap(Identity::account);
        if (account.isEmpty()) {
            return new Effects(
                    ObjectChanges.of(preview(plan, revision, reader, ActingIdentity.controller(reader))),
                    Optional.empty());
        }
        try (KubernetesClient impersonating = impersonating(account.get())) {
            ObjectClient asAccount = ObjectClient.of(impersonating);
            var writer = new ActingIdentity(asAccount, new Identity.Account(account.get()), "");
            return new Effects(
                    ObjectChanges.of(preview(plan, revision, reader, writer)),
                    missing(account.get(), asAccount, revision.objects(), unknown));
        }
    }

    /** A client with the rights of the account, if the user may impersonate it. */
    private KubernetesClient impersonating(ServiceAccountRef account) {
        return ApiServerHttp.clientOfCommand(new ConfigBuilder(client.getConfiguration())
                .withImpersonateUsername(account.userName())
                .withImpersonateGroups()
                .withImpersonateExtras(Map.of())
                .build());
    }

    private Optional<String> missing(
            ServiceAccountRef account, ObjectClient asAccount, List<ObjectNode> objects, List<String> unknown) {
        return switch (new AccountRights(reader).check(account, asAccount, objects)) {
            case PermissionPreflight.Result.Allowed() -> Optional.empty();
            case PermissionPreflight.Result.Missing(String message) -> Optional.of(message);
            case PermissionPreflight.Result.Unknown(String message) -> {
                unknown.add(message);
                yield Optional.empty();
            }
        };
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                catalogs) {
            planner.close();
        }
    }
}
