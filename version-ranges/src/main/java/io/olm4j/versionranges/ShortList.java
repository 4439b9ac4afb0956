package io.olm4j.versionranges;

import java.util.Collection;
import java.util.stream.Collectors;

/** The first items of a list, and how many there are beyond them, for messages that must stay short. */
public final class ShortList {
    private ShortList() {}

    /** The items in one sentence: {@code a, b and 7 more}. */
    public static String of(int limit, Collection<?> items) {
        return of(limit, ", ", " ", items);
    }

    /** The items between separators, for example lines: {@code a; b; and 7 more}. */
    public static String of(int limit, String separator, Collection<?> items) {
        return of(limit, separator, separator, items);
    }

    private static String of(int limit, String separator, String last, Collection<?> items) {
        String first = items.stream().limit(limit).map(String::valueOf).collect(Collectors.joining(separator));
        int more = items.size() - limit;
        return more <= 0 ? first : first + last + "and " + more + " more";
    }
}
