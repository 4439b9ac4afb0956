package io.olm4j.e2e;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the metrics that an expression of Prometheus asks for. */
final class MetricNames {

    private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"");
    private static final Pattern LABELS = Pattern.compile("\\{[^}]*}|\\[[^]]*]");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.$])[a-zA-Z_:][\\w:]*\\b(?!\\s*\\()");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "by", "without", "bool", "offset");

    private MetricNames() {}

    static Set<String> of(String expression) {
        String withoutText = TEXT.matcher(expression).replaceAll("");
        String withoutLabels = LABELS.matcher(withoutText).replaceAll("");
        Matcher name = NAME.matcher(GROUPING.matcher(withoutLabels).replaceAll(""));
        Set<String> names = new TreeSet<>();
        while (name.find()) {
            if (!WORDS.contains(name.group())) {
                names.add(name.group());
            }
        }
        return names;
    }
}
