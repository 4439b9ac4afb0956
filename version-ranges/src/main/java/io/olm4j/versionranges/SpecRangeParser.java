package io.olm4j.versionranges;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a range of the spec dialect; accepts, refuses and complains like Masterminds/semver v3.5.0. */
final class SpecRangeParser {
    private static final int MAX_BYTES = 512;
    private static final int MAX_ALTERNATIVES = 32;
    private static final String OR = "||";

    private final MappedText source;

    private SpecRangeParser(MappedText source) {
        this.source = source;
    }

    static Alternatives parse(String text) {
        if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new RangeSyntaxException(
                    "constraint string is too long (max " + MAX_BYTES + " bytes)", 1, "shorten the range");
        }
        return new SpecRangeParser(HyphenRanges.rewrite(text)).parse();
    }

    private Alternatives parse() {
        var starts = starts();
        if (starts.size() > MAX_ALTERNATIVES) {
            throw new RangeSyntaxException(
                    "too many constraint groups (max " + MAX_ALTERNATIVES + ")",
                    source.columnAt(starts.get(MAX_ALTERNATIVES)),
                    "use fewer alternatives");
        }
        var alternatives = new ArrayList<Alternative>();
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size()
                    ? starts.get(i + 1) - OR.length()
                    : source.text().length();
            alternatives.add(alternative(starts.get(i), end));
        }
        return new Alternatives(alternatives);
    }

    /** Where the alternatives begin. */
    private List<Integer> starts() {
        var result = new ArrayList<>(List.of(0));
        int or = source.text().indexOf(OR);
        while (or >= 0) {
            result.add(or + OR.length());
            or = source.text().indexOf(OR, or + OR.length());
        }
        return result;
    }

    private record Item(SpecOperator operator, PartialVersion version) {}

    private Alternative alternative(int start, int end) {
        var items = items(start, end);
        for (var item : items) {
            item.version().fault().ifPresent(fault -> {
                throw new RangeSyntaxException(
                        "constraint parser error",
                        source.columnAt(start + item.version().start()),
                        fault);
            });
        }
        var bounds = items.stream()
                .flatMap(item -> item
                        .operator()
                        .bounds(item.version().base(), item.version().precision())
                        .stream())
                .toList();
        boolean releasesOnly =
                items.stream().allMatch(item -> item.version().preRelease().isEmpty());
        return new Alternative(bounds, releasesOnly);
    }

    /**
     * Reads all comparisons of an alternative before any of them is judged: a wrong shape is reported before a wrong
     * number.
     */
    private List<Item> items(int start, int end) {
        var group = source.text().substring(start, end);
        var scanner = new SpecScanner(group, 0);
        var items = new ArrayList<Item>();
        scanner.skipBlanks();
        do {
            var operator = scanner.operator();
            scanner.skipBlanks();
            if (!scanner.atVersion()) {
                throw improper(group, start + scanner.position(), missingVersion(operator, group, scanner.position()));
            }
            items.add(new Item(SpecOperator.of(operator).orElseThrow(), scanner.version()));
        } while (skipSeparator(scanner, group, start));
        return items;
    }

    /** Skips what separates two comparisons; says whether another one has to follow. */
    private boolean skipSeparator(SpecScanner scanner, String group, int start) {
        boolean blanks = scanner.skipBlanks();
        if (scanner.atEnd()) {
            return false;
        }
        boolean comma = scanner.skip(',');
        if (!blanks && !comma) {
            throw improper(
                    group,
                    start + scanner.position(),
                    "expected a blank, a comma or || after the version, found " + found(group, scanner.position()));
        }
        scanner.skipBlanks();
        return true;
    }

    private RangeSyntaxException improper(String group, int index, String detail) {
        return new RangeSyntaxException("improper constraint: " + Quoted.of(group), source.columnAt(index), detail);
    }

    private static String missingVersion(String operator, String group, int position) {
        var place = operator.isEmpty() ? "" : " after " + operator;
        return "expected a version like 1.2.3, 1.2 or 1.x" + place + ", found " + found(group, position);
    }

    private static String found(String group, int position) {
        return position == group.length() ? "the end" : Quoted.of(Character.toString(group.codePointAt(position)));
    }
}
