package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Follows all ClusterExtensions by one watch, and knows since when each has its version. */
final class InstalledWatch implements AutoCloseable, ResourceEventHandler<ClusterExtension> {

    private static final int EXAMPLES = 3;

    /**
     * The state of one extension.
     *
     * @param version the installed one if the roll-out has succeeded, else empty
     * @param since when it was seen first, as {@link System#nanoTime()}
     */
    private record State(String version, long since, String text) {}

    private final Map<String, State> states = new HashMap<>();
    private final SharedIndexInformer<ClusterExtension> informer;
    private final Duration limit;
    private int unsettled;

    /**
     * Starts it.
     *
     * @param admin may list all ClusterExtensions
     * @param limit the longest wait
     */
    InstalledWatch(KubernetesClient admin, Duration limit) {
        this.limit = limit;
        this.informer = admin.resources(ClusterExtension.class).inform(this);
    }

    /** Waits until all have this version and have succeeded; returns when each did, as {@link System#nanoTime()}. */
    synchronized Map<String, Long> awaitInstalled(Collection<String> names, String version)
            throws InterruptedException {
        await("version " + version, () -> names.stream().allMatch(name -> installed(name, version)));
        Map<String, Long> since = new HashMap<>();
        names.forEach(name -> since.put(
                name, Optional.ofNullable(states.get(name)).orElseThrow().since()));
        return since;
    }

    /** Waits until none of them exists. */
    synchronized void awaitGone(Collection<String> names) throws InterruptedException {
        await("the end", () -> names.stream().noneMatch(states::containsKey));
    }

    /** How often an extension has left {@code Succeeded} so far. */
    synchronized int unsettled() {
        return unsettled;
    }

    private boolean installed(String name, String version) {
        State state = states.get(name);
        return state != null && state.version().equals(version);
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                List<String> examples = states.values().stream()
                        .map(State::text)
                        .limit(EXAMPLES)
                        .toList();
                throw new IllegalStateException(
                        "waited %d s for %s, now %s".formatted(limit.toSeconds(), what, examples));
            }
            wait(left);
        }
    }

    @Override
    public void onAdd(ClusterExtension extension) {
        note(extension);
    }

    @Override
    public void onUpdate(ClusterExtension before, ClusterExtension extension) {
        note(extension);
    }

    @Override
    public synchronized void onDelete(ClusterExtension extension, boolean unknown) {
        states.remove(extension.getMetadata().getName());
        notifyAll();
    }

    private synchronized void note(ClusterExtension extension) {
        String name = extension.getMetadata().getName();
        ClusterExtensionStatus status =
                Optional.ofNullable(extension.getStatus()).orElse(ClusterExtensionStatus.EMPTY);
        String version = version(extension, status);
        State before = states.get(name);
        if (before != null && !before.version().isEmpty() && version.isEmpty()) {
            unsettled++;
        }
        long since = before != null && before.version().equals(version) ? before.since() : System.nanoTime();
        states.put(name, new State(version, since, name + ": " + status.conditions()));
        notifyAll();
    }

    private static String version(ClusterExtension extension, ClusterExtensionStatus status) {
        boolean succeeded = Conditions.find(status.conditions(), ConditionTypes.PROGRESSING)
                .filter(condition -> condition.reason().equals("Succeeded"))
                .filter(condition -> condition.observedGeneration()
                        == extension.getMetadata().getGeneration())
                .isPresent();
        boolean installed = Conditions.isTrue(status.conditions(), ConditionTypes.INSTALLED);
        return succeeded && installed && status.install() != null
                ? status.install().bundle().version()
                : "";
    }

    @Override
    public void close() {
        informer.close();
    }
}
