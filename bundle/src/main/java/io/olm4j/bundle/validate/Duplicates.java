package io.olm4j.bundle.validate;

import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds names that occur more than once. */
final class Duplicates {
    private Duplicates() {}

    static SortedSet<String> of(Iterable<String> names) {
        Set<String> seen = new HashSet<>();
        SortedSet<String> duplicates = new TreeSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                duplicates.add(name);
            }
        }
        return duplicates;
    }
}
