package io.olm4j.cli.installed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.SecretAccess;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.probe.ProbeEvaluator;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.cli.installed.ObjectState.PodProblem;
import io.olm4j.cli.kube.ApiFailures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Reads the objects of a revision with the rights of the user, and judges them by the probes of the revision. */
public final class RevisionObjects {

    private static final int AT_ONCE = 8;
    private static final Set<String> WORKLOADS = Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet");

    private final ObjectClient objects;
    private final RestMapper kinds;
    private final PodProblems pods;

    /** What is read of the objects of a revision, or why they cannot be read. */
    public sealed interface Held<T> {

        /** Something of each of them. */
        record Objects<T>(List<T> objects) implements Held<T> {}

        /** The Secrets with the content cannot be read. */
        record Unreadable<T>(String reason) implements Held<T> {}
    }

    private record Placed(String phase, ObjectRef ref) {}

    public RevisionObjects(KubernetesClient client) {
        this.objects = ObjectClient.of(client);
        this.kinds = new RestMapper(objects);
        this.pods = new PodProblems(client);
    }

    /** All objects of a revision, each looked up on the cluster; those that are not ready first. */
    public Held<ObjectState> of(ClusterObjectSet set) {
        return read(set, (content, work) -> states(content, set, work));
    }

    /** The objects as the revision holds them, in the order of its phases. */
    public Held<ObjectNode> content(ClusterObjectSet set) {
        return read(
                set, (content, _) -> all(content).map(ResolvedObject::object).toList());
    }

    private <T> Held<T> read(ClusterObjectSet set, BiFunction<Content.Resolved, BoundedWork, List<T>> view) {
        try (var work = new BoundedWork(AT_ONCE, AT_ONCE)) {
            // The client has the rights of the user, so that the API server decides which Secrets may be read.
            Content content = new ContentReader(objects, new SecretAccess(objects, work), "")
                    .read(set, ActingIdentity.controller(objects));
            return content instanceof Content.Resolved resolved
                    ? new Held.Objects<>(view.apply(resolved, work))
                    : new Held.Unreadable<>(problem(content));
        }
    }

    private static String problem(Content content) {
        return switch (content) {
            case Content.Resolved _ -> "";
            case Content.NotImmutable mutable -> mutable.message();
            case Content.Forbidden forbidden -> forbidden.message();
            case Content.Invalid(String message) -> message;
            case Content.Unreadable(String message) -> message;
            case Content.Unknown(String message) -> message;
        };
    }

    /** Whether a revision holds an object; empty if its content cannot be read. */
    public Optional<Boolean> holds(ClusterObjectSet set, ObjectRef ref) {
        Held<ResolvedObject> same = read(
                set,
                (content, _) -> all(content)
                        .filter(object -> ObjectChange.nameOf(object.ref()).equals(ObjectChange.nameOf(ref)))
                        .toList());
        return same instanceof Held.Objects<ResolvedObject>(List<ResolvedObject> found)
                ? Optional.of(!found.isEmpty())
                : Optional.empty();
    }

    private static Stream<ResolvedObject> all(Content.Resolved content) {
        return content.phases().stream().flatMap(phase -> phase.objects().stream());
    }

    private List<ObjectState> states(Content.Resolved content, ClusterObjectSet set, BoundedWork work) {
        List<Placed> placed = content.phases().stream()
                .flatMap(phase -> phase.objects().stream().map(object -> new Placed(phase.name(), object.ref())))
                .toList();
        var probes = new ProbeEvaluator(set.getSpec().progressionProbes());
        return work.map(placed, one -> state(one, probes)).stream()
                .sorted(Comparator.comparing(ObjectState::isReady))
                .toList();
    }

    private ObjectState state(Placed placed, ProbeEvaluator probes) {
        try {
            return kinds.find(GroupVersionKind.of(placed.ref()))
                    .map(mapping -> objects.get(
                                    mapping,
                                    placed.ref().namespace(),
                                    placed.ref().name())
                            .map(live -> state(placed, live, probes))
                            .orElseGet(() -> state(placed, "Missing", "it does not exist")))
                    .orElseGet(() -> state(placed, "Missing", "the API server does not serve its kind"));
        } catch (ApiException e) {
            return state(placed, "Unknown", e.text());
        }
    }

    private ObjectState state(Placed placed, ObjectNode live, ProbeEvaluator probes) {
        if (new LiveObject(live).isBeingDeleted()) {
            return state(placed, "Terminating", "it is being deleted");
        }
        List<String> reasons = new ArrayList<>(probes.failures(live));
        if (reasons.isEmpty()) {
            return new ObjectState(placed.phase(), placed.ref(), ObjectState.READY, List.of(), List.of());
        }
        failedConditions(live).forEach(reasons::add);
        return new ObjectState(placed.phase(), placed.ref(), "NotReady", reasons, pods(placed, live, reasons));
    }

    private List<PodProblem> pods(Placed placed, ObjectNode live, List<String> reasons) {
        try {
            return WORKLOADS.contains(placed.ref().kind()) ? pods.of(live) : List.of();
        } catch (KubernetesClientException e) {
            reasons.add("its pods cannot be listed: " + ApiFailures.describe(e));
            return List.of();
        }
    }

    /** A workload whose pods cannot be created, for example because of a quota, says so here. */
    private static List<String> failedConditions(ObjectNode live) {
        List<String> messages = new ArrayList<>();
        for (JsonNode condition : live.path("status").path("conditions")) {
            String type = condition.path("type").asText();
            String status = condition.path("status").asText();
            boolean failed = (type.equals("ReplicaFailure") && status.equals("True"))
                    || (type.equals("Progressing") && status.equals("False"));
            Optional.of(condition.path("message").asText())
                    .filter(message -> failed && !message.isEmpty())
                    .ifPresent(messages::add);
        }
        return messages;
    }

    private static ObjectState state(Placed placed, String health, String reason) {
        return new ObjectState(placed.phase(), placed.ref(), health, List.of(reason), List.of());
    }
}
