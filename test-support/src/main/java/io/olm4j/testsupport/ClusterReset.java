package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.localcluster.LocalClusterException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Takes a cluster back to what it was before the first test. */
final class ClusterReset {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int NAMED_REMAINS = 5;

    private static final String NAMESPACE = "Namespace";
    private static final String DEFINITION = "CustomResourceDefinition";

    /** What can refuse or delay the deletion of everything else, and so goes first. */
    private static final Set<String> GATEKEEPERS = Set.of(
            "ValidatingWebhookConfiguration",
            "MutatingWebhookConfiguration",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "APIService");

    /**
     * The namespace controller handles a deleted namespace 5 seconds later, by its name. If a second namespace of this
     * name is being deleted then, the controller would also empty a third one.
     */
    private static final Duration NAMESPACE_CONTROLLER_DELAY = Duration.ofSeconds(6);

    /** Between two requests to finalize a definition. */
    private static final Duration PAUSE = Duration.ofSeconds(4);

    private final Map<String, Instant> deletedNamespaces = new HashMap<>();
    private final Map<String, Instant> askedAgain = new HashMap<>();
    private final KubernetesClient client;
    private final List<ResourceKind> builtIn;
    private final OwnObjects own;
    private final ObjectSweep sweep;

    private ClusterReset(KubernetesClient client, List<ResourceKind> builtIn, OwnObjects own) {
        this.client = client;
        this.builtIn = builtIn;
        this.own = own;
        this.sweep = new ObjectSweep(client);
    }

    /** Notes what is in the cluster now: everything that comes later is what a reset removes. */
    static ClusterReset to(KubernetesClient client) {
        List<ResourceKind> kinds = ResourceKind.served(client);
        return new ClusterReset(client, kinds, OwnObjects.now(client, kinds));
    }

    /**
     * Removes what has been added, and returns when it is gone.
     *
     * @param keptDefinitions names of custom resource definitions that stay; their objects go as all others do
     * @throws LocalClusterException if something does not go; the message names it
     */
    void run(Set<String> keptDefinitions) {
        BoundedWait limit = BoundedWait.lasting(LIMIT);
        Predicate<ResourceKind> gatekeeper = kind -> GATEKEEPERS.contains(kind.kind());
        Predicate<ResourceKind> container =
                kind -> kind.kind().equals(NAMESPACE) || kind.kind().equals(DEFINITION);
        awaitNothing(limit, () -> sweep.round(kinds(gatekeeper), own::includes));
        // A namespace that is being deleted admits no new objects, so what is deleted from it stays deleted.
        List<Namespace> namespaces = deleteNamespaces(limit);
        awaitNothing(limit, () -> sweep.round(customKinds(), own::includes));
        awaitNothing(limit, () -> sweep.round(kinds(gatekeeper.or(container).negate()), own::includes));
        awaitNothing(limit, () -> finish(namespaces));
        awaitNothing(limit, () -> deleteDefinitions(keptDefinitions));
    }

    private List<ResourceKind> kinds(Predicate<ResourceKind> wanted) {
        return builtIn.stream().filter(wanted).toList();
    }

    private List<ResourceKind> customKinds() {
        return definitions().stream()
                .map(ResourceKind::definedBy)
                .flatMap(Optional::stream)
                .toList();
    }

    private List<CustomResourceDefinition> definitions() {
        return client.apiextensions().v1().customResourceDefinitions().list().getItems();
    }

    private List<Namespace> deleteNamespaces(BoundedWait limit) {
        List<Namespace> added = client.namespaces().list().getItems().stream()
                .filter(namespace ->
                        !OwnObjects.includesNamespace(namespace.getMetadata().getName()))
                .toList();
        added.forEach(namespace -> awaitNamespaceController(namespace, limit));
        for (Namespace namespace : added) {
            client.resource(namespace).delete();
            deletedNamespaces.put(namespace.getMetadata().getName(), Instant.now());
        }
        return added;
    }

    /** Waits until the controller has looked at an earlier namespace of this name. */
    private void awaitNamespaceController(Namespace namespace, BoundedWait limit) {
        Instant before = deletedNamespaces.getOrDefault(namespace.getMetadata().getName(), Instant.EPOCH);
        if (!limit.until(() -> Instant.now().isAfter(before.plus(NAMESPACE_CONTROLLER_DELAY)))) {
            throw new LocalClusterException("The test cluster could not be reset within " + LIMIT.toSeconds() + " s");
        }
    }

    /**
     * Finalizes namespaces whose content has been deleted. The namespace controller does the same, but begins 5 seconds
     * after the deletion.
     */
    private List<ObjectKey> finish(List<Namespace> namespaces) {
        List<Namespace> left = namespaces.stream()
                .map(namespace -> client.resource(namespace).get())
                .flatMap(namespace -> Optional.ofNullable(namespace).stream())
                .toList();
        for (Namespace namespace : left) {
            Namespace finalized = new NamespaceBuilder(namespace)
                    .editMetadata()
                    .withFinalizers(List.of())
                    .endMetadata()
                    .editSpec()
                    .withFinalizers(List.of())
                    .endSpec()
                    .build();
            String path = "/api/v1/namespaces/" + namespace.getMetadata().getName() + "/finalize";
            ObjectSweep.unlessOvertaken(() -> client.raw(path, "PUT", finalized));
        }
        return left.stream()
                .map(namespace ->
                        new ObjectKey("", NAMESPACE, "", namespace.getMetadata().getName()))
                .toList();
    }

    /** Deletes definitions; the API server finalizes each when it has made sure that no objects are left. */
    private List<ObjectKey> deleteDefinitions(Set<String> kept) {
        List<CustomResourceDefinition> added = definitions().stream()
                .filter(definition -> !kept.contains(definition.getMetadata().getName()))
                .toList();
        for (CustomResourceDefinition definition : added) {
            if (definition.getMetadata().getDeletionTimestamp() == null) {
                client.resource(definition).delete();
            } else if (hasFailed(definition)) {
                askAgain(definition);
            }
        }
        return added.stream()
                .map(definition -> new ObjectKey(
                        "apiextensions.k8s.io",
                        DEFINITION,
                        "",
                        definition.getMetadata().getName()))
                .toList();
    }

    /** Whether the API server says that it could not delete the instances; it looks again after five minutes only. */
    private static boolean hasFailed(CustomResourceDefinition definition) {
        return definition.getStatus() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Terminating")
                                && "InstanceDeletionFailed".equals(condition.getReason()));
    }

    /** Changes a definition, so that the API server looks again. It pauses between changes: each starts it over. */
    private void askAgain(CustomResourceDefinition definition) {
        String uid = definition.getMetadata().getUid();
        Instant now = Instant.now();
        if (now.isBefore(askedAgain.getOrDefault(uid, Instant.EPOCH).plus(PAUSE))) {
            return;
        }
        askedAgain.put(uid, now);
        ObjectSweep.unlessOvertaken(() -> client.resource(definition)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"annotations\": {\"test.olm4j.io/asked-again\": \"" + now + "\"}}}"));
    }

    private static void awaitNothing(BoundedWait limit, Supplier<List<ObjectKey>> round) {
        List<ObjectKey> left = new ArrayList<>();
        boolean gone = limit.until(() -> {
            left.clear();
            left.addAll(round.get());
            return left.isEmpty();
        });
        if (!gone) {
            throw new LocalClusterException(
                    ("The test cluster could not be reset within %d s, because %d objects stay or come back (%s):"
                                    + " is a controller of theirs still running?")
                            .formatted(
                                    LIMIT.toSeconds(),
                                    left.size(),
                                    String.join(
                                            ", ",
                                            left.stream()
                                                    .limit(NAMED_REMAINS)
                                                    .map(ObjectKey::toString)
                                                    .toList())));
        }
    }
}
