package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.olm4j.e2e.soak.SoakEvent.ApplyExtension;
import io.olm4j.e2e.soak.SoakEvent.ApproveUpgrades;
import io.olm4j.e2e.soak.SoakEvent.DeleteCatalog;
import io.olm4j.e2e.soak.SoakEvent.DeleteExtension;
import io.olm4j.e2e.soak.SoakEvent.DeleteManagedObject;
import io.olm4j.e2e.soak.SoakEvent.DisturbLink;
import io.olm4j.e2e.soak.SoakEvent.DriftedKind;
import io.olm4j.e2e.soak.SoakEvent.EditManagedObject;
import io.olm4j.e2e.soak.SoakEvent.FillDisk;
import io.olm4j.e2e.soak.SoakEvent.InjectedFault;
import io.olm4j.e2e.soak.SoakEvent.JumpClock;
import io.olm4j.e2e.soak.SoakEvent.KillProcess;
import io.olm4j.e2e.soak.SoakEvent.MoveTag;
import io.olm4j.e2e.soak.SoakEvent.RestartApiServer;
import io.olm4j.e2e.soak.SoakEvent.RollBackExtension;
import io.olm4j.e2e.soak.SoakEvent.ServeEdition;
import io.olm4j.e2e.soak.SoakEvent.SetRights;
import io.olm4j.e2e.soak.SoakEvent.SuspendProcess;
import io.olm4j.e2e.soak.SoakEvent.SwitchCatalog;
import io.olm4j.testsupport.TcpRelay;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/** The events of a soak, in an order that depends on the seed only. */
final class SoakScript {

    /** The ranges that users ask for; nothing fits the last one. */
    private static final List<String> RANGES =
            List.of(">=1.0.0", ">=1.0.0", ">=1.0.0", "1.x", "<2.0.0", ">=1.1.0", "1.0.0", "2.0.0", ">=3.0.0");

    /** Those that can be installed. */
    private static final List<SoakPackage> PACKAGES = Arrays.stream(SoakPackage.values())
            .filter(member -> member != SoakPackage.CLASH)
            .toList();

    private static final int SHORTEST_FAULT_MILLIS = 500;
    private static final int LONGEST_FAULT_MILLIS = 6000;
    private static final int MORE_MILLIS_OF_LONG_FAULTS = 20_000;
    private static final int LONG_FAULTS_PERCENT = 4;
    private static final int SHORTEST_JUMP_SECONDS = 5;
    private static final int LONGEST_JUMP_SECONDS = 7200;
    private static final int SHORTEST_PAUSE_MILLIS = 50;
    private static final int LONGEST_PAUSE_MILLIS = 900;

    /** An event and the time before it. */
    record Step(Duration pause, SoakEvent event) {}

    private record Weighted(int weight, Supplier<SoakEvent> event) {}

    private final RandomGenerator random;
    private final List<Weighted> events;
    private final int sum;

    /** So that a short soak has an event of each kind too. */
    private final Queue<Weighted> first;

    private boolean processesLive;

    /** @param polls whether tags move without notice */
    SoakScript(long seed, boolean polls) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        events = List.of(
                new Weighted(30, this::applyExtension),
                new Weighted(6, () -> new DeleteExtension(any(SoakPackage.values()), propagation())),
                new Weighted(5, ApproveUpgrades::new),
                new Weighted(5, () -> new RollBackExtension(any(PACKAGES), any(SoakCatalog.VERSIONS))),
                new Weighted(8, () -> new SetRights(any(PACKAGES), chance(75))),
                new Weighted(8, () -> new EditManagedObject(any(PACKAGES), any(DriftedKind.values()))),
                new Weighted(4, () -> new DeleteManagedObject(any(PACKAGES), any(DriftedKind.values()))),
                new Weighted(12, this::serveEdition),
                new Weighted(polls ? 3 : 0, () -> new MoveTag(SoakCatalog.POLLED, edition())),
                new Weighted(5, () -> new SwitchCatalog(any(SoakCatalog.values()), chance(75))),
                new Weighted(1, () -> new DeleteCatalog(any(SoakCatalog.values()))),
                new Weighted(20, this::disturbLink),
                new Weighted(1, RestartApiServer::new),
                new Weighted(2, () -> new KillProcess(any(SoakRole.values()), faultTime())),
                new Weighted(5, () -> new SuspendProcess(any(SoakRole.values()), longOrShortTime())),
                new Weighted(4, () -> new JumpClock(any(SoakRole.values()), jump(), faultTime())),
                new Weighted(4, () -> new FillDisk(any(SoakRole.values()), faultTime())));
        sum = events.stream().mapToInt(Weighted::weight).sum();
        List<Weighted> once = new ArrayList<>(
                events.stream().filter(event -> event.weight() > 0).toList());
        Collections.shuffle(once, random);
        first = new ArrayDeque<>(once);
    }

    /** From now on there are no events after which a process may end. */
    void letProcessesLive() {
        processesLive = true;
    }

    /** What comes next. */
    Step next() {
        Step step = anyStep();
        while (processesLive && step.event() instanceof KillProcess) {
            step = anyStep();
        }
        return step;
    }

    private Step anyStep() {
        Duration pause = Duration.ofMillis(random.nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
        if (!first.isEmpty()) {
            return new Step(pause, first.remove().event().get());
        }
        int rest = random.nextInt(sum);
        for (Weighted weighted : events) {
            rest -= weighted.weight();
            if (rest < 0) {
                return new Step(pause, weighted.event().get());
            }
        }
        throw new IllegalStateException("the weights do not add up to " + sum);
    }

    /** What users do before a quiet phase: often they repair what keeps extensions from being installed. */
    List<SoakEvent> beforeQuiet() {
        if (!chance(60)) {
            return List.of();
        }
        return Stream.<SoakEvent>concat(
                        PACKAGES.stream().map(member -> new SetRights(member, true)),
                        Stream.of(SoakCatalog.values())
                                .map(catalog -> new ServeEdition(catalog, edition(), chance(50))))
                .toList();
    }

    private SoakEvent applyExtension() {
        return new ApplyExtension(any(SoakPackage.values()), any(RANGES), chance(20), chance(40));
    }

    private SoakEvent serveEdition() {
        return new ServeEdition(any(SoakCatalog.values()), edition(), chance(50));
    }

    private int edition() {
        return random.nextInt(SoakCatalog.EDITIONS);
    }

    private SoakEvent disturbLink() {
        TcpRelay.State state = any(List.of(TcpRelay.State.SLOW, TcpRelay.State.STALLED, TcpRelay.State.CUT));
        return new DisturbLink(any(SoakLink.values()), state, longOrShortTime());
    }

    private DeletionPropagation propagation() {
        return any(List.of(
                DeletionPropagation.BACKGROUND,
                DeletionPropagation.BACKGROUND,
                DeletionPropagation.FOREGROUND,
                DeletionPropagation.ORPHAN));
    }

    private Duration faultTime() {
        return Duration.ofMillis(random.nextInt(SHORTEST_FAULT_MILLIS, LONGEST_FAULT_MILLIS));
    }

    private Duration longOrShortTime() {
        return !processesLive && chance(LONG_FAULTS_PERCENT)
                ? InjectedFault.LONG.plusMillis(random.nextInt(MORE_MILLIS_OF_LONG_FAULTS))
                : faultTime();
    }

    private Duration jump() {
        Duration far = Duration.ofSeconds(random.nextInt(SHORTEST_JUMP_SECONDS, LONGEST_JUMP_SECONDS));
        return chance(50) ? far : far.negated();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private <T> T any(T[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
