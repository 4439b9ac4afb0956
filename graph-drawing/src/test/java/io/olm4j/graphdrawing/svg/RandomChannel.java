package io.olm4j.graphdrawing.svg;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Makes packages of one channel in which anything may be: circles, branches, names outside, missing bundles. */
record RandomChannel(Random random) {
    PackageGraph next() {
        int size = 1 + random.nextInt(40);
        boolean tidy = random.nextBoolean();
        List<Entry> entries = new ArrayList<>();
        List<Bundle> bundles = new ArrayList<>();
        List<Deprecation> deprecations = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            var name = "n" + i;
            entries.add(new Entry(
                    name,
                    Optional.of(random.nextInt(6) == 0 ? "" : "n" + old(i, size, tidy)),
                    random.ints(random.nextInt(3), 0, size + 2)
                            .mapToObj(n -> "n" + n)
                            .toList(),
                    Optional.of(random.nextInt(3) == 0 ? ">=1." + random.nextInt(size) + ".0 <1." + i + ".0" : "")));
            if (random.nextInt(10) > 0) {
                bundles.add(new Bundle(name, "image", "1." + i + ".0", List.of()));
            }
            if (random.nextInt(8) == 0) {
                deprecations.add(new Deprecation(Deprecation.Scope.BUNDLE, Optional.of(name), "old"));
            }
        }
        Collections.shuffle(entries, random);
        return new PackageGraph(
                "random", Optional.empty(), List.of(new Channel("channel", entries)), bundles, deprecations);
    }

    private int old(int i, int size, boolean tidy) {
        return tidy ? Math.max(0, i - 1 - random.nextInt(4)) : random.nextInt(size + 3);
    }
}
