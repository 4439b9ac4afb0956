package io.olm4j.codec.yaml;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives a YAML scalar its type by the rules of go-yaml v2 (YAML 1.1 without base-60 numbers and dates). All other OLM
 * tools read catalogs by these rules.
 */
final class YamlScalars {
    private static final String PREFIX = "tag:yaml.org,2002:";
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

    /** Possessive, because other repetitions of a group recurse. */
    private static final Pattern DOT_FLOAT = Pattern.compile("\\.[0-9]++(_[0-9]++)*+([eE][-+]?[0-9]++(_[0-9]++)*+)?");

    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt"
            + " ][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(\\.[0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})?)?");
    private static final BigInteger MAX_UNSIGNED = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    private static final Map<String, YamlScalar> WORDS = Words.build();

    /** A longer text cannot be one of the words, so it need not be hashed. */
    private static final int LONGEST_WORD =
            WORDS.keySet().stream().mapToInt(String::length).max().orElseThrow();

    private YamlScalars() {}

    /**
     * @param tag the explicit tag in its long form, if any
     * @param plain whether the scalar is written without quotes
     */
    static YamlScalar resolve(@Nullable String tag, boolean plain, String text) {
        if (tag == null) {
            return plain ? implicit(text, true) : new YamlScalar.Text(text);
        }
        if (!tag.startsWith(PREFIX)) {
            return new YamlScalar.Text(text);
        }
        return switch (tag.substring(PREFIX.length())) {
            case "bool" -> require(implicit(text, false), YamlScalar.Bool.class, tag, text);
            case "int" -> require(implicit(text, false), YamlScalar.Int.class, tag, text);
            case "null" -> require(implicit(text, false), YamlScalar.Null.class, tag, text);
            case "float" -> real(implicit(text, false), tag, text);
            case "timestamp" -> {
                if (!TIMESTAMP.matcher(text).matches()) {
                    throw mismatch(tag, text);
                }
                yield new YamlScalar.Text(text);
            }
            case "binary" -> binary(text);
            default -> new YamlScalar.Text(text);
        };
    }

    private static YamlScalar require(YamlScalar scalar, Class<?> kind, String tag, String text) {
        if (!kind.isInstance(scalar)) {
            throw mismatch(tag, text);
        }
        return scalar;
    }

    private static YamlScalar real(YamlScalar scalar, String tag, String text) {
        return switch (scalar) {
            case YamlScalar.Int(long bits, boolean unsigned) when !unsigned -> new YamlScalar.Real(bits);
            case YamlScalar.Real real -> real;
            default -> throw mismatch(tag, text);
        };
    }

    private static YamlProblem mismatch(String tag, String text) {
        return new YamlProblem("\"" + text + "\" is not a valid !!" + tag.substring(PREFIX.length()));
    }

    private static YamlScalar binary(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.replace("\n", "").replace("\r", ""));
            return new YamlScalar.Text(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new YamlProblem("the !!binary value is not base64");
        }
    }

    private static YamlScalar implicit(String text, boolean timestamps) {
        YamlScalar word = text.length() <= LONGEST_WORD ? WORDS.get(text) : null;
        if (word != null) {
            return word;
        }
        char first = text.charAt(0);
        if (first == '.') {
            return DOT_FLOAT.matcher(text).matches()
                    ? parseFloat(text.replace("_", "")).orElseGet(() -> new YamlScalar.Text(text))
                    : new YamlScalar.Text(text);
        }
        boolean number = (first >= '0' && first <= '9') || first == '+' || first == '-';
        if (!number || (timestamps && TIMESTAMP.matcher(text).matches())) {
            return new YamlScalar.Text(text);
        }
        String digits = text.replace("_", "");
        return parseInt(digits)
                .or(() -> FLOAT.matcher(digits).matches() ? parseFloat(digits) : Optional.empty())
                .orElseGet(() -> new YamlScalar.Text(text));
    }

    private static Optional<YamlScalar> parseFloat(String text) {
        double value = Double.parseDouble(text);
        return Double.isInfinite(value) ? Optional.empty() : Optional.of(new YamlScalar.Real(value));
    }

    /**
     * An integer: decimal, octal after 0 or 0o, hexadecimal after 0x, binary after 0b. Empty if the text is not an
     * integer or exceeds 64 bits.
     */
    private static Optional<YamlScalar> parseInt(String text) {
        boolean signed = text.startsWith("+") || text.startsWith("-");
        String digits = (signed ? text.substring(1) : text).toLowerCase(Locale.ROOT);
        int radix = 10;
        if (digits.length() > 1 && digits.charAt(0) == '0') {
            char marker = digits.length() > 2 ? digits.charAt(1) : '0';
            radix = switch (marker) {
                case 'x' -> 16;
                case 'b' -> 2;
                default -> 8;
            };
            digits = digits.substring(marker == 'x' || marker == 'b' || marker == 'o' ? 2 : 1);
        }
        if (digits.isEmpty() || digits.length() > 100 || !allDigits(digits, radix)) {
            return Optional.empty();
        }
        BigInteger value = new BigInteger(digits, radix);
        value = text.startsWith("-") ? value.negate() : value;
        if (value.bitLength() < 64) {
            return Optional.of(new YamlScalar.Int(value.longValue(), false));
        }
        return !signed && value.compareTo(MAX_UNSIGNED) <= 0
                ? Optional.of(new YamlScalar.Int(value.longValue(), true))
                : Optional.empty();
    }

    private static boolean allDigits(String text, int radix) {
        return text.chars().allMatch(c -> c < 0x80 && Character.digit(c, radix) >= 0);
    }

    /** The words that YAML does not read as strings. */
    private static final class Words {
        static Map<String, YamlScalar> build() {
            var words = new java.util.HashMap<String, YamlScalar>();
            for (String yes : new String[] {"y", "yes", "true", "on"}) {
                addCases(words, yes, new YamlScalar.Bool(true));
            }
            for (String no : new String[] {"n", "no", "false", "off"}) {
                addCases(words, no, new YamlScalar.Bool(false));
            }
            addCases(words, "null", new YamlScalar.Null());
            words.put("", new YamlScalar.Null());
            words.put("~", new YamlScalar.Null());
            for (String nan : new String[] {".nan", ".NaN", ".NAN"}) {
                words.put(nan, new YamlScalar.Real(Double.NaN));
            }
            for (String infinity : new String[] {".inf", ".Inf", ".INF"}) {
                words.put(infinity, new YamlScalar.Real(Double.POSITIVE_INFINITY));
                words.put("+" + infinity, new YamlScalar.Real(Double.POSITIVE_INFINITY));
                words.put("-" + infinity, new YamlScalar.Real(Double.NEGATIVE_INFINITY));
            }
            return Map.copyOf(words);
        }

        private static void addCases(Map<String, YamlScalar> words, String word, YamlScalar scalar) {
            String upper = word.toUpperCase(Locale.ROOT);
            words.put(word, scalar);
            words.put(upper, scalar);
            words.put(upper.charAt(0) + word.substring(1), scalar);
        }
    }
}
