package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** A process uses, when all is quiet, about as much as the first time when all was quiet. */
final class NothingLeaks implements Invariant {

    /** The connections of the HTTP clients that are kept for a while; for the watches, those of the control plane. */
    private static final long MORE = 40;

    /** The pool of the reconcilers grows with the work, up to 50. */
    private static final long MORE_THREADS = 80;

    /** The heap may grow up to its limit. */
    private static final long MORE_MIB = 300;

    private static final Pattern WATCHES =
            Pattern.compile("^apiserver_longrunning_requests\\{.*verb=\"WATCH\".*} ([0-9]+)$", Pattern.MULTILINE);

    private final Map<Long, SoakUsage> first = new HashMap<>();
    private OptionalLong firstWatches = OptionalLong.empty();
    private Optional<String> violation = Optional.empty();

    /** To be called when all has been quiet for a while; returns what the process uses. */
    String measure(SoakRole role, long pid) {
        if (!SoakUsage.canBeRead()) {
            return "its usage cannot be read on this machine";
        }
        SoakUsage now = SoakUsage.of(pid);
        SoakUsage before = first.computeIfAbsent(pid, _ -> now);
        if (now.files() > before.files() + MORE
                || now.sockets() > before.sockets() + MORE
                || now.threads() > before.threads() + MORE_THREADS
                || now.memory() > before.memory() + MORE_MIB) {
            violation = violation.or(
                    () -> Optional.of("%s leaks: it used %s, and now %s.".formatted(role.label(), before, now)));
        }
        return now.toString();
    }

    /** The same for the watches at the API server, those of the control plane included; returns their number. */
    long countWatches(KubernetesClient client) {
        long now = WATCHES.matcher(client.raw("/metrics"))
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
        long before = firstWatches.orElse(now);
        firstWatches = OptionalLong.of(before);
        if (now > before + MORE) {
            violation = violation.or(() -> Optional.of("There were %d watches, and now %d.".formatted(before, now)));
        }
        return now;
    }

    @Override
    public Optional<String> violation() {
        return violation;
    }
}
