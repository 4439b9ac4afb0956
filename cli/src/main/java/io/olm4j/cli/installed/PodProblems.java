package io.olm4j.cli.installed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.cli.installed.ObjectState.PodProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out why the pods of a workload are not ready. */
public final class PodProblems {

    private static final int MAX_PODS = 3;

    private final KubernetesClient client;

    public PodProblems(KubernetesClient client) {
        this.client = client;
    }

    /**
     * The problems of its first pods that are not ready.
     *
     * @throws KubernetesClientException if its pods cannot be listed
     */
    public List<PodProblem> of(ObjectNode workload) {
        JsonNode selector = workload.path("spec").path("selector").path("matchLabels");
        if (selector.isEmpty()) {
            return List.of();
        }
        Map<String, String> labels = new HashMap<>();
        selector.properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return client
                .pods()
                .inNamespace(workload.path("metadata").path("namespace").asText())
                .withLabels(labels)
                .list()
                .getItems()
                .stream()
                .filter(pod -> !isReady(pod))
                .limit(MAX_PODS)
                .flatMap(pod -> problems(pod)
                        .map(problem -> new PodProblem(pod.getMetadata().getName(), problem)))
                .toList();
    }

    private static boolean isReady(Pod pod) {
        return conditions(pod)
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    private static Stream<String> problems(Pod pod) {
        List<String> problems = new ArrayList<>();
        conditions(pod)
                .filter(condition -> condition.getType().equals("PodScheduled")
                        && condition.getStatus().equals("False"))
                .forEach(condition -> problems.add("not scheduled: " + condition.getMessage()));
        containers(pod)
                .forEach(container -> problem(container)
                        .ifPresent(problem -> problems.add("container " + container.getName() + ": " + problem)));
        if (problems.isEmpty()) {
            problems.add("not ready, phase " + pod.getStatus().getPhase());
        }
        return problems.stream();
    }

    private static Optional<String> problem(ContainerStatus container) {
        ContainerStateWaiting waiting = container.getState().getWaiting();
        if (waiting != null) {
            return Optional.of(text(waiting.getReason(), waiting.getMessage()) + restarts(container));
        }
        ContainerStateTerminated terminated = container.getState().getTerminated();
        return terminated == null || terminated.getExitCode() == 0
                ? Optional.empty()
                : Optional.of("ended with exit code " + terminated.getExitCode() + ": "
                        + text(terminated.getReason(), terminated.getMessage()));
    }

    private static String restarts(ContainerStatus container) {
        return container.getRestartCount() == null || container.getRestartCount() == 0
                ? ""
                : " (" + container.getRestartCount() + " restarts)";
    }

    private static String text(String reason, String message) {
        return message == null || message.isEmpty() ? String.valueOf(reason) : reason + ": " + message;
    }

    private static Stream<PodCondition> conditions(Pod pod) {
        return pod.getStatus() == null ? Stream.empty() : pod.getStatus().getConditions().stream();
    }

    private static Stream<ContainerStatus> containers(Pod pod) {
        return pod.getStatus() == null
                ? Stream.empty()
                : Stream.concat(
                        pod.getStatus().getInitContainerStatuses().stream(),
                        pod.getStatus().getContainerStatuses().stream());
    }
}
