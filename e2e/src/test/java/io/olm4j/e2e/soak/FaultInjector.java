package io.olm4j.e2e.soak;

import io.olm4j.e2e.soak.SoakEvent.DisturbLink;
import io.olm4j.e2e.soak.SoakEvent.FillDisk;
import io.olm4j.e2e.soak.SoakEvent.InjectedFault;
import io.olm4j.e2e.soak.SoakEvent.JumpClock;
import io.olm4j.e2e.soak.SoakEvent.KillProcess;
import io.olm4j.e2e.soak.SoakEvent.RestartApiServer;
import io.olm4j.e2e.soak.SoakEvent.SuspendProcess;
import io.olm4j.testsupport.TcpRelay;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Injects faults, and heals them when their time is over. */
final class FaultInjector {

    private record Active(Instant end, boolean isLong, Runnable healing) {}

    private final SoakCluster cluster;
    private final Map<Object, Active> active = new HashMap<>();

    FaultInjector(SoakCluster cluster) {
        this.cluster = cluster;
    }

    /** Injects a fault and returns its result. */
    String inject(InjectedFault fault) {
        if (active.containsKey(fault.target())) {
            return "skipped, because an earlier fault lasts";
        }
        Runnable healing = begin(fault);
        active.put(fault.target(), new Active(Instant.now().plus(fault.duration()), fault.isLong(), healing));
        return "begun";
    }

    private Runnable begin(InjectedFault fault) {
        return switch (fault) {
            case DisturbLink(SoakLink name, TcpRelay.State state, var _) -> {
                TcpRelay link = cluster.link(name);
                link.become(state);
                yield () -> link.become(TcpRelay.State.PASSING);
            }
            case RestartApiServer() -> {
                cluster.restartApiServer();
                yield () -> {};
            }
            case KillProcess(SoakRole role, var _) -> {
                cluster.process(role).kill();
                yield cluster.process(role)::start;
            }
            case SuspendProcess(SoakRole role, var _) -> {
                cluster.process(role).suspend();
                yield cluster.process(role)::resume;
            }
            case JumpClock(SoakRole role, Duration by, var _) -> {
                cluster.process(role).setClock(by);
                yield () -> cluster.process(role).setClock(Duration.ZERO);
            }
            case FillDisk(SoakRole role, var _) -> {
                cluster.process(role).fillDisk();
                yield cluster.process(role)::emptyDisk;
            }
        };
    }

    /** Heals the faults whose time is over. */
    void healExpired() {
        Instant now = Instant.now();
        heal(fault -> !now.isBefore(fault.end()));
    }

    /** Whether one of the long faults lasts. */
    boolean hasLongOne() {
        return active.values().stream().anyMatch(Active::isLong);
    }

    void healAll() {
        heal(_ -> true);
    }

    private void heal(Predicate<Active> which) {
        active.values().removeIf(fault -> {
            if (which.test(fault)) {
                fault.healing().run();
                return true;
            }
            return false;
        });
    }
}
