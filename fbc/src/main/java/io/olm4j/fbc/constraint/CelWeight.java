package io.olm4j.fbc.constraint;

import dev.cel.common.values.CelByteString;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The cost of values and calls. A unit is a few tens of nanoseconds and a few tens of bytes. */
final class CelWeight {
    private static final Pattern REPETITION = Pattern.compile("\\{([0-9]*)(,([0-9]*))?");
    private static final int MAX_PATTERN = 1000;
    private static final long MAX_PROGRAM = 200_000;

    private CelWeight() {}

    /**
     * The size of a value. A part that several places share counts once for each of them.
     *
     * @param limit above this size the result is not exact, only greater than the limit
     */
    static long of(Object value, long limit) {
        Deque<Object> open = new ArrayDeque<>();
        open.push(value);
        long weight = 0;
        while (!open.isEmpty() && weight <= limit) {
            Object next = open.pop();
            weight += 1 + length(next) / 16;
            switch (next) {
                case Map<?, ?> map -> {
                    push(open, map.keySet(), limit);
                    push(open, map.values(), limit);
                }
                case Collection<?> elements -> push(open, elements, limit);
                default -> {
                    // A scalar has no parts.
                }
            }
        }
        return open.isEmpty() ? weight : limit + 1;
    }

    private static void push(Deque<Object> open, Collection<?> elements, long limit) {
        long left = limit;
        for (Object element : elements) {
            if (left-- < 0) {
                return;
            }
            open.push(element);
        }
    }

    /** The cost of a call, without the size of its result. */
    static long ofCall(String function, List<Object> arguments, long limit) {
        return switch (function) {
            case "contains" -> 1 + length(arguments.getFirst()) * length(arguments.getLast()) / 100;
            case "matches" -> matching(arguments.getFirst(), arguments.getLast());
            default -> {
                long weight = 1;
                for (Object argument : arguments) {
                    weight += of(argument, limit);
                }
                yield weight;
            }
        };
    }

    /** A regular expression is compiled to a program. Every step of it may look at every character. */
    private static long matching(Object text, Object pattern) {
        if (!(pattern instanceof String expression)) {
            return 1;
        }
        long program = programSize(expression);
        return program > MAX_PROGRAM ? Long.MAX_VALUE : program + program * length(text) / 2;
    }

    /** An upper bound of the program size: it assumes that all repetitions are nested. */
    private static long programSize(String pattern) {
        if (pattern.length() > MAX_PATTERN) {
            return Long.MAX_VALUE;
        }
        long size = 1L + pattern.length();
        for (MatchResult repetition : REPETITION.matcher(pattern).results().toList()) {
            size *= Math.max(times(repetition.group(1)), times(repetition.group(3)));
            if (size > MAX_PROGRAM) {
                return size;
            }
        }
        return size;
    }

    private static long times(@Nullable String digits) {
        if (digits == null || digits.isEmpty()) {
            return 1;
        }
        return digits.length() > 6 ? MAX_PROGRAM : Math.max(1, Long.parseLong(digits));
    }

    private static long length(Object value) {
        return switch (value) {
            case String text -> text.length();
            case CelByteString bytes -> bytes.size();
            default -> 0;
        };
    }
}
