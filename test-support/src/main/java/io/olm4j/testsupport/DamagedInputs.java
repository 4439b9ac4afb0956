package io.olm4j.testsupport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes inputs from valid examples: flips, cuts, repeats, nests, inserts words; the same input for the same seed. */
final class DamagedInputs {
    /** So large that a cost that grows with the square of the size is seen. */
    private static final int MAX_BYTES = 64 << 10;

    private static final int MAX_CHANGES = 5;

    /** What opens and closes a level in the formats of all parsers. */
    private static final List<List<byte[]>> BRACKETS = Stream.of(
                    List.of("[", "]"),
                    List.of("{", "}"),
                    List.of("(", ")"),
                    List.of("{\"a\":", "}"),
                    List.of("[{\"a\":", "}]"),
                    List.of("{a: ", "}"),
                    List.of("- ", ""),
                    List.of("? ", ""),
                    List.of("\"", "\""),
                    List.of("'", "'"),
                    List.of("a/", ""),
                    List.of("../", ""))
            .map(DamagedInputs::bytes)
            .toList();

    private static final List<byte[]> WORDS = bytes(List.of(("\0·\n"
                    + "·\r\n"
                    + "·\t· ·,·:·;·=·\\·\\u0000·\\ud800·\"·'·%·%zz·%00·..·-·--·+·*·/·//·@·#·~·^·|·&·!·?·<·>·$·`"
                    + "·null·true·0·-1·00·1e999·1e-999·0x7f·0.1·NaN·2147483648·9223372036854775808"
                    + "·18446744073709551616·99999999999999999999999999999999999999·é·\u2028·\ud83d\ude00·\ufeff")
            .split("·", -1)));

    private final List<byte[]> examples;
    private final List<byte[]> words;

    /** @param words those of the format; common ones are added */
    DamagedInputs(List<byte[]> examples, List<String> words) {
        this.examples = List.copyOf(examples);
        this.words = new ArrayList<>(WORDS);
        this.words.addAll(bytes(words));
    }

    private static List<byte[]> bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    byte[] of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] input = pick(random, examples);
        for (int changes = random.nextInt(MAX_CHANGES + 1); changes > 0; changes--) {
            input = changed(input, random);
        }
        return input.length <= MAX_BYTES ? input : Arrays.copyOf(input, MAX_BYTES);
    }

    private byte[] changed(byte[] input, SplittableRandom random) {
        int from = random.nextInt(input.length + 1);
        int to = from + random.nextInt(Math.min(input.length - from, 1 + random.nextInt(64)) + 1);
        return switch (random.nextInt(10)) {
            case 0 -> replaced(input, from, Math.min(from + 1, input.length), new byte[] {(byte) random.nextInt(256)});
            case 1 -> flipped(input, random);
            case 2 -> replaced(input, from, to, new byte[0]);
            case 3 -> repeated(input, from, to, count(random, 2_000));
            case 4 -> replaced(input, from, from, pick(random, words));
            case 5 -> replaced(input, from, to, pick(random, words));
            case 6 -> spliced(input, from, pick(random, examples), random);
            case 7, 8 -> nested(input, from, to, pick(random, BRACKETS), count(random, 5_000));
            default -> Arrays.copyOf(input, from);
        };
    }

    /** Mostly small: most inputs have to get past the first check of a parser. */
    private static int count(SplittableRandom random, int most) {
        return 1 + random.nextInt(random.nextInt(40) == 0 ? most : 6);
    }

    private static byte[] flipped(byte[] input, SplittableRandom random) {
        byte[] result = input.clone();
        if (result.length > 0) {
            int at = random.nextInt(result.length);
            result[at] = (byte) (result[at] ^ (1 << random.nextInt(8)));
        }
        return result;
    }

    private static byte[] repeated(byte[] input, int from, int to, int times) {
        return replaced(input, from, from, times(Arrays.copyOfRange(input, from, to), times));
    }

    private static byte[] spliced(byte[] input, int to, byte[] other, SplittableRandom random) {
        int from = random.nextInt(other.length + 1);
        return replaced(input, to, input.length, Arrays.copyOfRange(other, from, other.length));
    }

    private static byte[] nested(byte[] input, int from, int to, List<byte[]> brackets, int depth) {
        byte[] closed = replaced(input, to, to, times(brackets.getLast(), depth));
        return replaced(closed, from, from, times(brackets.getFirst(), depth));
    }

    private static byte[] times(byte[] part, int times) {
        int most = part.length == 0 ? 0 : Math.min(times, Math.max(1, MAX_BYTES / part.length));
        byte[] result = new byte[part.length * most];
        for (int at = 0; at < result.length; at += part.length) {
            System.arraycopy(part, 0, result, at, part.length);
        }
        return result;
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] by) {
        byte[] result = new byte[input.length - (to - from) + by.length];
        System.arraycopy(input, 0, result, 0, from);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(input, to, result, from + by.length, input.length - to);
        return result;
    }

    private static <T> T pick(SplittableRandom random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
