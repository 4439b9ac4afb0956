package io.olm4j.versionranges;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The second implementation of the spec dialect: regular expressions for the shape, the operator table case by case for
 * the meaning.
 */
final class NaiveSpecRange {
    private static final String BLANK = "[\\t\\n\\f\\r ]";
    private static final String OPERATOR = "(!=|>=|=>|<=|=<|~>|=|>|<|~|\\^|)";
    private static final String SEGMENT = "[0-9xX*|]+";
    private static final String WORDS = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
    private static final String VERSION = "v?(" + SEGMENT + ")(?:\\.(" + SEGMENT + "))?(?:\\.(" + SEGMENT + "))?(?:-("
            + WORDS + "))?(?:\\+" + WORDS + ")?";
    private static final Pattern ITEM = Pattern.compile(BLANK + "*" + OPERATOR + BLANK + "*" + VERSION);
    private static final Pattern GROUP = Pattern.compile(
            plain(ITEM) + BLANK + "*(?:(?:" + BLANK + "+|," + BLANK + "*)" + plain(ITEM) + BLANK + "*)*");
    private static final Pattern HYPHEN = Pattern.compile(
            BLANK + "*(" + plain(VERSION) + ")" + BLANK + "+-" + BLANK + "+(" + plain(VERSION) + ")" + BLANK + "*");

    private record Item(
            String operator, BigInteger major, BigInteger minor, BigInteger patch, String preRelease, int given) {
        NaiveVersion base() {
            return new NaiveVersion(major, minor, patch, preRelease);
        }
    }

    private final List<List<Item>> groups;

    private NaiveSpecRange(List<List<Item>> groups) {
        this.groups = groups;
    }

    private static String plain(Pattern pattern) {
        return plain(pattern.pattern());
    }

    private static String plain(String pattern) {
        return "(?:" + pattern.replaceAll("\\((?!\\?)", "(?:") + ")";
    }

    static Optional<NaiveSpecRange> parse(String text) {
        var rewritten = HYPHEN.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(">= " + match.group(1) + ", <= " + match.group(2) + " "));
        var groups = new ArrayList<List<Item>>();
        for (var group : rewritten.split("\\|\\|", -1)) {
            if (!GROUP.matcher(group).matches()) {
                return Optional.empty();
            }
            var items = ITEM.matcher(group).results().map(NaiveSpecRange::item).toList();
            if (items.stream().anyMatch(Optional::isEmpty)) {
                return Optional.empty();
            }
            groups.add(items.stream().flatMap(Optional::stream).toList());
        }
        return Optional.of(new NaiveSpecRange(groups));
    }

    private static Optional<Item> item(MatchResult match) {
        var numbers = new ArrayList<BigInteger>();
        int given = 0;
        while (given < 3
                && match.group(2 + given) != null
                && !match.group(2 + given).matches("[xX*]")) {
            var segment = match.group(2 + given);
            if (!segment.matches("[0-9]+") || !NaiveVersion.fits(new BigInteger(segment))) {
                return Optional.empty();
            }
            numbers.add(new BigInteger(segment));
            given++;
        }
        while (numbers.size() < 3) {
            numbers.add(BigInteger.ZERO);
        }
        var pre = Optional.ofNullable(match.group(5)).orElse("");
        return pre.matches("(?:.*\\.)?0[0-9]+(?:\\..*)?")
                ? Optional.empty()
                : Optional.of(new Item(match.group(1), numbers.get(0), numbers.get(1), numbers.get(2), pre, given));
    }

    boolean contains(NaiveVersion version) {
        return groups.stream()
                .anyMatch(group -> (!version.isPreRelease()
                                || group.stream()
                                        .anyMatch(item -> !item.preRelease().isEmpty()))
                        && group.stream().allMatch(item -> holds(item, version)));
    }

    private static boolean holds(Item item, NaiveVersion v) {
        int order = v.compareTo(item.base());
        boolean partial = item.given() < 3;
        return switch (item.operator()) {
            case "", "=" -> partial ? tilde(item, v) : order == 0;
            case "!=" -> partial ? differs(item, v) : order != 0;
            case ">" -> partial ? above(item, v) : order > 0;
            case "<" -> order < 0;
            case ">=", "=>" -> order >= 0;
            case "<=", "=<" -> partial ? notAbove(item, v) : order <= 0;
            case "~", "~>" -> tilde(item, v);
            default -> caret(item, v);
        };
    }

    private static boolean differs(Item item, NaiveVersion v) {
        if (!v.major().equals(item.major())) {
            return true;
        }
        if (item.given() == 1) {
            return false;
        }
        if (!v.minor().equals(item.minor())) {
            return true;
        }
        if (item.given() == 2) {
            return !v.preRelease().equals(item.preRelease());
        }
        return v.compareTo(item.base()) != 0;
    }

    private static boolean above(Item item, NaiveVersion v) {
        int byMajor = v.major().compareTo(item.major());
        return switch (item.given()) {
            case 1 -> byMajor > 0;
            case 2 -> byMajor > 0 || (byMajor == 0 && v.minor().compareTo(item.minor()) > 0);
            default -> v.compareTo(item.base()) > 0;
        };
    }

    private static boolean notAbove(Item item, NaiveVersion v) {
        int byMajor = v.major().compareTo(item.major());
        return byMajor < 0 || (byMajor == 0 && (item.given() == 1 || v.minor().compareTo(item.minor()) <= 0));
    }

    private static boolean tilde(Item item, NaiveVersion v) {
        if (v.compareTo(item.base()) < 0) {
            return false;
        }
        boolean zero =
                item.major().signum() + item.minor().signum() + item.patch().signum() == 0;
        if (zero && item.given() != 1 && item.given() != 2) {
            return true;
        }
        return v.major().equals(item.major()) && (item.given() == 1 || v.minor().equals(item.minor()));
    }

    private static boolean caret(Item item, NaiveVersion v) {
        if (v.compareTo(item.base()) < 0 || !v.major().equals(item.major())) {
            return false;
        }
        if (item.major().signum() > 0 || item.given() == 1) {
            return true;
        }
        if (!v.minor().equals(item.minor())) {
            return false;
        }
        return item.minor().signum() > 0 || item.given() == 2 || v.patch().equals(item.patch());
    }
}
