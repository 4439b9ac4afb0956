package io.olm4j.versionranges;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads a range of the skip-range dialect; accepts, refuses and complains like blang/semver v4, whose oddities real
 * catalogs rely on.
 *
 * <p>One exception: an empty alternative ({@code a || || b}) is refused here, where the original accepts it and crashes
 * on use.
 */
final class SkipRangeParser {
    private static final int MAX_LENGTH = 65536;
    private static final String OR = "||";
    private static final Map<String, Relation> RELATIONS = Map.of(
            "", Relation.EQUAL,
            "=", Relation.EQUAL,
            "==", Relation.EQUAL,
            "!", Relation.NOT_EQUAL,
            "!=", Relation.NOT_EQUAL,
            ">", Relation.ABOVE,
            ">=", Relation.AT_LEAST,
            "<", Relation.BELOW,
            "<=", Relation.AT_MOST);

    private SkipRangeParser() {}

    static Alternatives parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new RangeSyntaxException(
                    "range is too long (max " + MAX_LENGTH + " characters)", 1, "shorten the range");
        }
        var groups = groups(SkipRangeTokens.of(text), text.length() + 1);
        var expanded = groups.stream()
                .map(group -> group.stream()
                        .flatMap(token -> SkipRangeWildcards.expand(token).stream())
                        .toList())
                .toList();
        var alternatives = expanded.stream()
                .map(group -> new Alternative(
                        group.stream().map(SkipRangeParser::bound).toList(), false))
                .toList();
        refuseEmpty(groups, text);
        return new Alternatives(alternatives);
    }

    private static List<List<SkipRangeToken>> groups(List<SkipRangeToken> tokens, int endColumn) {
        var groups = new ArrayList<List<SkipRangeToken>>();
        var group = new ArrayList<SkipRangeToken>();
        for (int i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            if (!token.text().equals(OR)) {
                group.add(token);
            } else if (i == 0) {
                throw new RangeSyntaxException(
                        "First element in range is '||'", token.column(), "expected a comparison before ||");
            } else {
                groups.add(List.copyOf(group));
                group.clear();
            }
        }
        if (group.isEmpty()) {
            throw new RangeSyntaxException(
                    "Last element in range is '||'",
                    endColumn,
                    "expected a comparison like >=1.0.0 at the end (single characters don't count)");
        }
        groups.add(List.copyOf(group));
        return groups;
    }

    private static Bound bound(SkipRangeToken token) {
        var operator = token.operator();
        var version = token.version();
        var relation = RELATIONS.get(operator);
        if (relation == null) {
            throw refused(
                    token,
                    "Could not parse comparator " + Quoted.of(operator) + " in " + Quoted.of(operator + version),
                    "expected one of = == ! != > >= < <= or no operator");
        }
        try {
            return new Bound.Comparison(relation, Version.parse(version));
        } catch (VersionSyntaxException e) {
            throw refused(
                    token,
                    "Could not parse version " + Quoted.of(version) + " in " + Quoted.of(operator + version) + ": "
                            + e.getMessage(),
                    "expected a whole version like 1.2.3, or a wildcard like 1.2.x or 1.x");
        }
    }

    private static RangeSyntaxException refused(SkipRangeToken token, String reason, String detail) {
        return new RangeSyntaxException(
                "Could not parse Range " + Quoted.of(token.text()) + ": " + reason, token.column(), detail);
    }

    private static void refuseEmpty(List<List<SkipRangeToken>> groups, String text) {
        for (int i = 1; i < groups.size(); i++) {
            if (groups.get(i).isEmpty()) {
                var next = groups.subList(i, groups.size()).stream()
                        .flatMap(List::stream)
                        .findFirst()
                        .orElseThrow();
                throw new RangeSyntaxException(
                        "Could not parse Range " + Quoted.of(text) + ": nothing between two '||'",
                        next.column(),
                        "expected a comparison between two ||");
            }
        }
    }
}
