package io.olm4j.codec.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The positions of the members of a JSON object in the text that is being written. The members follow each other; their
 * keys are plain ASCII.
 */
final class JsonMembers {
    private int[] starts = new int[8];
    private int[] keyEnds = new int[8];
    private int[] ends = new int[8];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** Adds the next member, which consists of its key in quotes, a colon and its value. */
    void add(int start, int keyEnd, int end) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            keyEnds = Arrays.copyOf(keyEnds, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        starts[count] = start;
        keyEnds[count] = keyEnd;
        ends[count] = end;
        count++;
    }

    /**
     * Puts the members in the order of their keys.
     *
     * @return false if two have the same key
     */
    boolean sort(byte[] text) {
        boolean sorted = true;
        for (int i = 1; i < count; i++) {
            int order = compare(text, i - 1, i);
            if (order == 0) {
                return false;
            }
            sorted &= order < 0;
        }
        return sorted || rearrange(text);
    }

    private boolean rearrange(byte[] text) {
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted((left, right) -> compare(text, left, right))
                .mapToInt(Integer::intValue)
                .toArray();
        int from = starts[0];
        byte[] before = Arrays.copyOfRange(text, from, ends[count - 1]);
        int at = from;
        for (int i = 0; i < count; i++) {
            int member = order[i];
            if (i > 0) {
                if (compare(before, from, order[i - 1], member) == 0) {
                    return false;
                }
                text[at++] = ',';
            }
            int length = ends[member] - starts[member];
            System.arraycopy(before, starts[member] - from, text, at, length);
            at += length;
        }
        return true;
    }

    private int compare(byte[] text, int left, int right) {
        return compare(text, 0, left, right);
    }

    private int compare(byte[] text, int offset, int left, int right) {
        return Arrays.compareUnsigned(
                text,
                starts[left] + 1 - offset,
                keyEnds[left] - 1 - offset,
                text,
                starts[right] + 1 - offset,
                keyEnds[right] - 1 - offset);
    }

    /**
     * The values of members by their keys.
     *
     * @param wanted keys in lower case
     * @return empty if a wanted key is written in another case, if its value is not a plain string, or if two keys
     *     differ only by case
     */
    Optional<Map<String, String>> strings(byte[] text, Set<String> wanted) {
        Map<String, String> strings = new HashMap<>();
        Set<String> folded = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String key = string(text, starts[i], keyEnds[i]);
            String lowerCase = key.toLowerCase(Locale.ROOT);
            if (!folded.add(lowerCase)) {
                return Optional.empty();
            }
            if (!wanted.contains(lowerCase)) {
                continue;
            }
            int value = keyEnds[i] + 1;
            boolean plain = text[value] == '"' && !contains(text, value, ends[i], (byte) '\\');
            if (!plain || !wanted.contains(key)) {
                return Optional.empty();
            }
            strings.put(key, string(text, value, ends[i]));
        }
        return Optional.of(strings);
    }

    private static String string(byte[] text, int start, int end) {
        return new String(text, start + 1, end - start - 2, StandardCharsets.UTF_8);
    }

    private static boolean contains(byte[] text, int start, int end, byte wanted) {
        for (int i = start; i < end; i++) {
            if (text[i] == wanted) {
                return true;
            }
        }
        return false;
    }
}
