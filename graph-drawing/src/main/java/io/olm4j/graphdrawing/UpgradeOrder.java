package io.olm4j.graphdrawing;

import io.olm4j.versionranges.VersionRelease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Orders entries so that an upgrade goes forward: a bundle comes after those that it replaces or skips. If
 * several could be next, the one with the lowest version is.
 *
 * <p>Where edges lead around in a circle, the lowest version of what is left comes next; an edge or more then goes
 * backward.
 */
final class UpgradeOrder {
    /** Of one entry that count for the order; further ones are left to the versions. */
    private static final int MOST_SKIPS = 200;

    private final List<DrawnEntry> entries;
    private final List<List<Integer>> successors = new ArrayList<>();
    private final int[] waitsFor;
    private final List<Optional<VersionRelease>> rank = new ArrayList<>();

    private UpgradeOrder(List<DrawnEntry> entries) {
        this.entries = entries;
        this.waitsFor = new int[entries.size()];
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            byName.put(entries.get(i).name(), i);
            successors.add(new ArrayList<>());
            rank.add(entries.get(i).version());
        }
        for (int i = 0; i < entries.size(); i++) {
            for (var old : entries.get(i).replaces()) {
                addEdge(byName.get(old), i);
            }
            int target = i;
            entries.get(i).skips().stream().limit(MOST_SKIPS).forEach(old -> addEdge(byName.get(old), target));
        }
    }

    static List<DrawnEntry> sort(List<DrawnEntry> entries) {
        return new UpgradeOrder(entries).sorted();
    }

    private void addEdge(@Nullable Integer from, int to) {
        if (from == null || from == to) {
            return;
        }
        successors.get(from).add(to);
        waitsFor[to]++;
        if (entries.get(from).outside() && isLower(rank.get(to), rank.get(from))) {
            // What is outside stands next to what replaces it.
            rank.set(from, rank.get(to));
        }
    }

    private static boolean isLower(Optional<VersionRelease> left, Optional<VersionRelease> right) {
        return left.isPresent() && (right.isEmpty() || left.get().compareTo(right.get()) < 0);
    }

    private List<DrawnEntry> sorted() {
        Comparator<Integer> order = Comparator.<Integer, Optional<VersionRelease>>comparing(
                        rank::get, UpgradeOrder::compare)
                .thenComparing(i -> !entries.get(i).outside())
                .thenComparing(i -> entries.get(i).name());
        var left = new TreeSet<>(order);
        var ready = new TreeSet<>(order);
        for (int i = 0; i < entries.size(); i++) {
            left.add(i);
            if (waitsFor[i] == 0) {
                ready.add(i);
            }
        }
        List<DrawnEntry> sorted = new ArrayList<>();
        while (!left.isEmpty()) {
            int next = ready.isEmpty() ? left.first() : ready.first();
            ready.remove(next);
            left.remove(next);
            sorted.add(entries.get(next));
            for (int successor : successors.get(next)) {
                if (--waitsFor[successor] == 0 && left.contains(successor)) {
                    ready.add(successor);
                }
            }
        }
        return sorted;
    }

    private static int compare(Optional<VersionRelease> left, Optional<VersionRelease> right) {
        return left.isPresent() && right.isPresent()
                ? left.get().compareTo(right.get())
                : Boolean.compare(left.isPresent(), right.isPresent());
    }
}
