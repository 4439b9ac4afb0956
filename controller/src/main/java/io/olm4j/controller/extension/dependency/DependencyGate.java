package io.olm4j.controller.extension.dependency;

import io.olm4j.controller.catalog.ClusterCatalogs;
import io.olm4j.controller.cluster.CoalescingTask;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.ClusterState;
import io.olm4j.controller.dependency.DependencyFindings;
import io.olm4j.controller.dependency.DependencyFindings.Finding;
import io.olm4j.controller.dependency.InstallCommand;
import io.olm4j.controller.dependency.Offers;
import io.olm4j.controller.dependency.Participant;
import io.olm4j.controller.dependency.UnmetMessage;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.ExtensionCaches;
import io.olm4j.controller.extension.revision.ExtensionRevisions;
import io.olm4j.controller.installed.InstalledExtensions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Holds back bundles whose dependencies are not met, and finds unmet dependencies of installed bundles. When the served
 * kinds, the version of the cluster, the installed bundles or the catalogs change, it reconciles the extensions whose
 * findings have changed.
 */
public final class DependencyGate implements AutoCloseable {

    /** The pause before a comparison, because changes come in bursts. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final ServedApis served;
    private final ExtensionCaches extensions;
    private final ClusterCatalogs catalogs;
    private final Consumer<String> requeue;
    private final Participants participants = new Participants();
    private final Map<String, List<Held>> held = new ConcurrentHashMap<>();
    private final Map<String, Finding> told = new ConcurrentHashMap<>();
    private final AtomicBoolean offersMayDiffer = new AtomicBoolean();
    private final CoalescingTask comparison =
            new CoalescingTask("The comparison of dependencies with the cluster", PAUSE, this::compare);
    private Findings findings =
            new Findings(new ClusterState(Set.of(), Set.of(), "", List.of()), Map.of(), System.nanoTime());

    /** A bundle that is held back, and what the status says of it in a state of the cluster. */
    private record Held(DesiredExtension desired, BundleDependencies dependencies, ClusterState state, String message) {

        /** The same, which is also true in another state of the cluster. */
        Held in(ClusterState other) {
            return new Held(desired, dependencies, other, message);
        }
    }

    /** @param until when they have to be found again, in the time of {@link System#nanoTime} */
    private record Findings(ClusterState state, Map<String, Finding> byName, long until) {}

    /** @param requeue receives the name of an extension that needs a reconcile */
    public DependencyGate(
            ServedApis served,
            InstalledExtensions installed,
            ExtensionCaches extensions,
            ClusterCatalogs catalogs,
            Consumer<String> requeue) {
        this.served = served;
        this.extensions = extensions;
        this.catalogs = catalogs;
        this.requeue = requeue;
        served.onChange(comparison::trigger);
        installed.onChange(comparison::trigger);
        catalogs.onChange(_ -> catalogsChanged());
    }

    /**
     * Why a new bundle of an extension must wait; empty if it need not wait. The bundle is held until {@link #release},
     * beside others of the same reconcile.
     */
    public Optional<String> problem(DesiredExtension desired, BundleDependencies dependencies) {
        if (dependencies.required().isEmpty()) {
            return Optional.empty(); // To read the state of all extensions takes long in a large cluster.
        }
        ClusterState state = state();
        Optional<String> problem = problem(desired, dependencies, state);
        problem.ifPresent(message -> {
            held.merge(
                    desired.name(),
                    List.of(new Held(desired, dependencies, state, message)),
                    (former, one) ->
                            Stream.concat(former.stream(), one.stream()).toList());
            // A change after the state or the catalogs were read has not been compared with this bundle.
            catalogsChanged();
        });
        return problem;
    }

    private void catalogsChanged() {
        offersMayDiffer.set(true);
        comparison.trigger();
    }

    private Optional<String> problem(DesiredExtension desired, BundleDependencies dependencies, ClusterState state) {
        var offers = new CatalogOffers(
                catalogs, Optional.ofNullable(desired.catalog().selector()));
        return problem(desired, dependencies, state, offers);
    }

    /**
     * Why a new bundle of an extension would have to wait in this state of the cluster; empty if it would not.
     *
     * @param extensions all of the cluster
     * @param offers of the catalogs that the extension selects
     */
    public static Optional<String> problem(
            DesiredExtension desired,
            BundleDependencies dependencies,
            ServedApis served,
            List<ExtensionRevisions> extensions,
            Offers offers) {
        ClusterState state = new ClusterState(
                served.all(), served.unanswered(), served.kubernetesVersion(), new Participants().of(extensions));
        return problem(desired, dependencies, state, offers);
    }

    private static Optional<String> problem(
            DesiredExtension desired, BundleDependencies dependencies, ClusterState state, Offers offers) {
        return Optional.of(state.unmet(dependencies.properties()))
                .filter(unmet -> !unmet.isEmpty())
                .map(unmet -> UnmetMessage.of(
                        unmet,
                        desired.name(),
                        offers,
                        packageName -> holder(state, packageName, desired.name()),
                        new InstallCommand(desired.installNamespace().orElse("default"), desired.serviceAccount())));
    }

    private static Optional<String> holder(ClusterState state, String packageName, String except) {
        return state.participants().stream()
                .filter(participant -> !participant.name().equals(except))
                .filter(participant -> participant
                        .now()
                        .filter(now -> now.bundle().packageName().equals(packageName))
                        .isPresent())
                .map(Participant::name)
                .findFirst();
    }

    /** Notes that no bundle of an extension is held back, as far as is known. */
    public void release(String extension) {
        held.remove(extension);
    }

    /**
     * The findings about an extension, which then count as reported. They may lack the changes of the last half second,
     * because they depend on all extensions. The comparison after such a change reconciles the extensions that it
     * concerns.
     */
    public Finding say(String extension) {
        Finding finding = recentFindings().getOrDefault(extension, Finding.NONE);
        told.put(extension, finding);
        return finding;
    }

    /** Forgets a deleted extension. */
    public void forget(String extension) {
        held.remove(extension);
        told.remove(extension);
    }

    private ClusterState state() {
        return new ClusterState(
                served.all(), served.unanswered(), served.kubernetesVersion(), participants.of(extensions.all()));
    }

    private synchronized Map<String, Finding> recentFindings() {
        return System.nanoTime() - findings.until() < 0 ? findings.byName() : findings(state());
    }

    private synchronized Map<String, Finding> findings(ClusterState state) {
        Findings last = findings;
        Map<String, Finding> now = last.state().equals(state) ? last.byName() : DependencyFindings.of(state);
        findings = new Findings(state, now, System.nanoTime() + PAUSE.toNanos());
        return now;
    }

    private void compare() {
        ClusterState state = state();
        boolean offersMayDiffer = this.offersMayDiffer.getAndSet(false);
        held.forEach((extension, bundles) -> {
            if (!offersMayDiffer && bundles.stream().allMatch(one -> one.state().equals(state))) {
                return; // The look-up of what the catalogs offer may take long.
            }
            if (bundles.stream()
                    .allMatch(one ->
                            problem(one.desired(), one.dependencies(), state).equals(Optional.of(one.message())))) {
                held.replace(
                        extension,
                        bundles,
                        bundles.stream().map(one -> one.in(state)).toList());
            } else {
                requeue.accept(extension);
            }
        });
        Map<String, Finding> now = findings(state);
        Set<String> names = new HashSet<>(now.keySet());
        names.addAll(told.keySet());
        names.stream()
                .filter(name ->
                        !Objects.equals(now.getOrDefault(name, Finding.NONE), told.getOrDefault(name, Finding.NONE)))
                .forEach(requeue);
    }

    @Override
    public void close() {
        comparison.close();
    }
}
