package io.olm4j.controller.extension.rollout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight.Result;
import io.olm4j.controller.extension.revision.DesiredExtension;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Admits a new revision of an extension only if its CustomResourceDefinitions may replace those on the cluster. It
 * knows which extensions wait for which definitions, so that the change of a definition reconciles the extensions that
 * wait for it.
 */
public final class CrdUpgradeGate {

    private final CrdUpgradePreflight preflight;
    private final Map<String, Set<String>> waiting = new ConcurrentHashMap<>();

    public CrdUpgradeGate(CrdUpgradePreflight preflight) {
        this.preflight = preflight;
    }

    /** Checks the objects of a new revision; if they are not safe, the extension waits from now on. */
    Result check(DesiredExtension desired, List<ObjectNode> objects) {
        if (!desired.crdUpgradeSafety()) {
            return new Result.Safe();
        }
        // The wait begins before anything is read, so that no change in between is missed.
        Set<String> others = waiting.getOrDefault(desired.name(), Set.of());
        waiting.put(desired.name(), both(others, CrdUpgradePreflight.definitionsIn(objects)));
        Result result = preflight.check(objects);
        if (result instanceof Result.Safe) {
            waiting.compute(desired.name(), (_, _) -> others.isEmpty() ? null : others);
        }
        return result;
    }

    private static Set<String> both(Set<String> some, Set<String> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The extensions that wait for a change of CustomResourceDefinitions.
     *
     * @param which whether it is about the definition of this name
     */
    public Stream<String> waitingFor(Predicate<String> which) {
        return waiting.entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(which))
                .map(Map.Entry::getKey);
    }

    /** Ends the wait of an extension. */
    void forget(String extension) {
        waiting.remove(extension);
    }
}
