package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The checks of limits: an upgrade may loosen or drop a limit, but not add or tighten one. */
final class Bounds {

    private Bounds() {}

    static PropertyCheck maximum(Keyword keyword) {
        return check(keyword, "maximum", "decreased", -1);
    }

    static PropertyCheck minimum(Keyword keyword) {
        return check(keyword, "minimum", "increased", 1);
    }

    /** @param tighter the sign of a change that is not allowed */
    private static PropertyCheck check(Keyword keyword, String bound, String tightened, int tighter) {
        return new PropertyCheck(keyword, (old, latest) -> {
            JsonNode before = old.path(keyword.jsonName());
            JsonNode after = latest.path(keyword.jsonName());
            if (after.isMissingNode()) {
                return Optional.empty();
            }
            if (before.isMissingNode()) {
                return Optional.of(bound + " constraint added when there was none previously : " + text(after));
            }
            return compare(after, before) == tighter
                    ? Optional.of(bound + " " + tightened + " : " + text(before) + " -> " + text(after))
                    : Optional.empty();
        });
    }

    private static int compare(JsonNode a, JsonNode b) {
        return Integer.signum(
                a.isLong() && b.isLong()
                        ? Long.compare(a.longValue(), b.longValue())
                        : Double.compare(a.doubleValue(), b.doubleValue()));
    }

    private static String text(JsonNode bound) {
        return bound.isDouble() ? GoText.number(bound.doubleValue()) : bound.toString();
    }
}
