package io.olm4j.e2e.soak;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.e2e.soak.SoakEvent.ApplyExtension;
import io.olm4j.e2e.soak.SoakEvent.ApproveUpgrades;
import io.olm4j.e2e.soak.SoakEvent.DeleteCatalog;
import io.olm4j.e2e.soak.SoakEvent.DeleteExtension;
import io.olm4j.e2e.soak.SoakEvent.DeleteManagedObject;
import io.olm4j.e2e.soak.SoakEvent.DriftedKind;
import io.olm4j.e2e.soak.SoakEvent.EditManagedObject;
import io.olm4j.e2e.soak.SoakEvent.MoveTag;
import io.olm4j.e2e.soak.SoakEvent.RollBackExtension;
import io.olm4j.e2e.soak.SoakEvent.ServeEdition;
import io.olm4j.e2e.soak.SoakEvent.SetRights;
import io.olm4j.e2e.soak.SoakEvent.SwitchCatalog;
import io.olm4j.e2e.soak.SoakEvent.UserAction;
import io.olm4j.oci.ImageException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Does what users do. */
final class UserActions {

    private static final String DONE = "done";
    private static final String NOTHING = "nothing to do";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern BUNDLE = Pattern.compile("bundle \"([^\"]+)\"");

    private final SoakCluster cluster;
    private final KubernetesClient client;
    private final SoakKnowledge knowledge;
    private final boolean polls;
    private int refreshes;

    /** @param polls whether some catalogs are polled each minute */
    UserActions(SoakCluster cluster, SoakKnowledge knowledge, boolean polls) {
        this.cluster = cluster;
        this.client = cluster.client();
        this.knowledge = knowledge;
        this.polls = polls;
    }

    /** Does it and returns the result. */
    String perform(UserAction action) {
        try {
            return switch (action) {
                case ApplyExtension apply -> apply(apply);
                case DeleteExtension delete -> delete(delete);
                case ApproveUpgrades() ->
                    Arrays.stream(SoakPackage.values()).map(this::approve).collect(Collectors.joining(", "));
                case RollBackExtension(SoakPackage member, String version) -> rollBack(member, version);
                case SetRights(SoakPackage member, boolean granted) -> setRights(member, granted);
                case EditManagedObject(SoakPackage member, DriftedKind kind) -> edit(member, kind);
                case DeleteManagedObject(SoakPackage member, DriftedKind kind) ->
                    ifDeleted(managed(member, kind).delete());
                case ServeEdition serve -> serve(serve);
                case MoveTag(SoakCatalog catalog, int edition) -> moveTag(catalog, edition);
                case SwitchCatalog(SoakCatalog catalog, boolean available) -> switchCatalog(catalog, available);
                case DeleteCatalog(SoakCatalog catalog) ->
                    ifDeleted(catalog(catalog).delete());
            };
        } catch (KubernetesClientException | ImageException e) {
            return "refused: " + e.getMessage();
        }
    }

    private static String ifDeleted(List<StatusDetails> deleted) {
        return deleted.isEmpty() ? NOTHING : DONE;
    }

    private Resource<ClusterExtension> extension(SoakPackage member) {
        return client.resources(ClusterExtension.class).withName(member.extension());
    }

    private Resource<ClusterCatalog> catalog(SoakCatalog catalog) {
        return client.resources(ClusterCatalog.class).withName(catalog.label());
    }

    private String apply(ApplyExtension apply) {
        SoakPackage member = apply.member();
        if (Optional.ofNullable(extension(member).get())
                .filter(ClusterExtension::isMarkedForDeletion)
                .isPresent()) {
            return "skipped, because the former one is still being deleted";
        }
        cluster.apply("""
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata:
              name: %1$s
              annotations: {olm4j.io/upgrade-approval: %5$s}
            spec:
              namespace: %1$s
              serviceAccount: {name: installer}
              source:
                sourceType: Catalog
                catalog: {packageName: %2$s, version: "%3$s", upgradeConstraintPolicy: %4$s}
            """.formatted(
                        member.extension(),
                        member.label(),
                        apply.range(),
                        apply.selfCertified() ? "SelfCertified" : "CatalogProvided",
                        apply.manual() ? "Manual" : "Automatic"));
        return DONE;
    }

    private String delete(DeleteExtension delete) {
        if (delete.propagation() == DeletionPropagation.ORPHAN) {
            knowledge.orphans(delete.member(), true);
        } else if (controlsItsRevisions(delete.member())) {
            knowledge.orphans(delete.member(), false);
        }
        return ifDeleted(extension(delete.member())
                .withPropagationPolicy(delete.propagation())
                .delete());
    }

    /**
     * Whether the extension has taken over what a deletion of its predecessor left. If it is deleted before, because
     * the controller was not there, all that stays.
     */
    private boolean controlsItsRevisions(SoakPackage member) {
        Optional<String> uid = Optional.ofNullable(extension(member).get())
                .map(extension -> extension.getMetadata().getUid());
        List<ClusterObjectSet> sets = client.resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, member.extension())
                .list()
                .getItems();
        return !sets.isEmpty()
                && sets.stream()
                        .allMatch(set -> uid.filter(set::hasOwnerReferenceFor).isPresent());
    }

    private String approve(SoakPackage member) {
        Optional<String> bundle = Optional.ofNullable(extension(member).get())
                .flatMap(extension ->
                        Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING))
                .filter(progressing -> progressing.reason().equals(Reasons.AWAITING_APPROVAL))
                .map(progressing -> BUNDLE.matcher(progressing.message()))
                .filter(Matcher::find)
                .map(found -> found.group(1));
        return bundle.map(name -> patch(
                        extension(member),
                        "{\"metadata\":{\"annotations\":{\"olm4j.io/approved-bundle\":\"%s\"}}}".formatted(name)))
                .orElse(NOTHING);
    }

    private String rollBack(SoakPackage member, String version) {
        return patch(extension(member), """
            {"spec":{"source":{"catalog":{"version":"%s","upgradeConstraintPolicy":"SelfCertified"}}}}\
            """.formatted(version));
    }

    private static <T extends HasMetadata> String patch(Resource<T> resource, String patch) {
        if (resource.get() == null) {
            return NOTHING;
        }
        resource.patch(PatchContext.of(PatchType.JSON_MERGE), patch);
        return DONE;
    }

    /** Creates the binding of the service account to all rights, or deletes it. */
    String setRights(SoakPackage member, boolean granted) {
        if (!granted) {
            return ifDeleted(client.rbac()
                    .clusterRoleBindings()
                    .withName(member.extension())
                    .delete());
        }
        cluster.apply("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: %1$s}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
            subjects: [{kind: ServiceAccount, name: installer, namespace: %1$s}]
            """.formatted(member.extension()));
        return DONE;
    }

    private Resource<? extends HasMetadata> managed(SoakPackage member, DriftedKind kind) {
        return switch (kind) {
            case CONFIG_MAP ->
                client.configMaps().inNamespace(member.extension()).withName(member.settings());
            case DEPLOYMENT ->
                client.apps().deployments().inNamespace(member.extension()).withName(member.label());
        };
    }

    private String edit(SoakPackage member, DriftedKind kind) {
        return patch(
                managed(member, kind),
                switch (kind) {
                    case CONFIG_MAP -> "{\"data\":{\"version\":\"changed by a user\"}}";
                    case DEPLOYMENT -> "{\"spec\":{\"replicas\":2}}";
                });
    }

    private String serve(ServeEdition serve) throws ImageException {
        SoakCatalog catalog = serve.catalog();
        knowledge.willOffer(catalog, serve.edition());
        String reference = serve.moving()
                ? cluster.images().retag(catalog, serve.edition())
                : cluster.images().reference(catalog, serve.edition());
        // A tag that has moved must be looked up, even if the API server was not ready for the request.
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> {
                    cluster.apply("""
                        apiVersion: olm.operatorframework.io/v1
                        kind: ClusterCatalog
                        metadata:
                          name: %s
                          annotations: {olm4j.io/refresh-requested: "%d"}
                        spec:
                          availabilityMode: Available
                          source: {type: Image, image: {ref: "%s", pollIntervalMinutes: %d}}
                        """.formatted(catalog.label(), ++refreshes, reference, isPolled(catalog) ? 1 : 60));
                    return true;
                });
        knowledge.offers(catalog, serve.edition());
        return DONE;
    }

    /** A minute is the shortest interval of polls. */
    private boolean isPolled(SoakCatalog catalog) {
        return polls && catalog == SoakCatalog.POLLED;
    }

    private String moveTag(SoakCatalog catalog, int edition) throws ImageException {
        if (!isPolled(catalog)
                || Optional.ofNullable(catalog(catalog).get())
                        .map(live -> live.getSpec().source().image())
                        .filter(image -> image.ref().equals(cluster.images().movingReference(catalog)))
                        .isEmpty()) {
            return NOTHING;
        }
        knowledge.willOffer(catalog, edition);
        var _ = cluster.images().retag(catalog, edition);
        knowledge.offersAtNextPoll(catalog, edition);
        return DONE;
    }

    private String switchCatalog(SoakCatalog catalog, boolean available) {
        return patch(
                catalog(catalog),
                "{\"spec\":{\"availabilityMode\":\"%s\"}}".formatted(available ? "Available" : "Unavailable"));
    }
}
