package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A process uses, when all is quiet, about as much as before when all was quiet. While processes are killed, the first
 * quiet counts and the limits are wide. When each process is to live to the end, the limits are narrow; in a long soak
 * several first quiet phases count.
 */
final class NothingLeaks implements Invariant {

    /**
     * The connections of HTTP clients, the pools of the reconcilers, which grow with the work, and the heap. The pool
     * of catalogd has virtual threads, up to 50.
     */
    private static final SoakUsage WIDE = new SoakUsage(40, 40, 80, 70, 60, 300, 200);

    /** Those of a short soak; what it is compared with is measured before the caches are filled. */
    private static final SoakUsage MEDIUM = new SoakUsage(20, 20, 40, 70, 60, 300, 200);

    private static final SoakUsage NARROW = new SoakUsage(20, 20, 30, 70, 60, 80, 8);

    /** Those of the control plane are counted too. */
    private static final long WIDE_WATCHES = 40;

    private static final long NARROW_WATCHES = 10;

    private static final int FIRST_PHASES = 6;

    private static final Pattern WATCHES =
            Pattern.compile("^apiserver_longrunning_requests\\{.*verb=\"WATCH\".*} ([0-9]+)$", Pattern.MULTILINE);

    private final Map<Long, SoakUsage> first = new HashMap<>();
    private long firstWatches;
    private boolean narrow;
    private int phases;
    private Optional<String> violation = Optional.empty();
    private final boolean isLong;

    NothingLeaks(boolean isLong) {
        this.isLong = isLong;
    }

    /** Each process has been started anew, and is to live to the end. */
    void narrow() {
        narrow = true;
        phases = 0;
    }

    /** Begins another quiet phase; all has been quiet for a while. */
    void begin() {
        phases++;
    }

    private boolean isFirst() {
        return phases <= (narrow && isLong ? FIRST_PHASES : 1);
    }

    /** Returns what a process uses. */
    String measure(SoakRole role, SoakProcess process) {
        if (!SoakUsage.canBeRead()) {
            return "its usage cannot be read on this machine";
        }
        SoakUsage now = SoakUsage.of(process.pid(), process.cache());
        SoakUsage before = first.merge(process.pid(), now, (then, _) -> isFirst() ? then.max(now) : then);
        if (now.exceeds(before, limits())) {
            violation = violation.or(
                    () -> Optional.of("%s leaks: it used %s, and now %s.".formatted(role.label(), before, now)));
        }
        return now.toString();
    }

    private SoakUsage limits() {
        if (!narrow) {
            return WIDE;
        }
        return isLong ? NARROW : MEDIUM;
    }

    /** The same for the watches at the API server, those of the control plane included; returns their number. */
    long countWatches(KubernetesClient client) {
        long now = WATCHES.matcher(client.raw("/metrics"))
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
        if (isFirst()) {
            firstWatches = phases == 1 ? now : Math.max(firstWatches, now);
        }
        long before = firstWatches;
        if (now > before + (narrow && isLong ? NARROW_WATCHES : WIDE_WATCHES)) {
            violation = violation.or(() -> Optional.of("There were %d watches, and now %d.".formatted(before, now)));
        }
        return now;
    }

    @Override
    public Optional<String> violation() {
        return violation;
    }
}
