package io.olm4j.upgradeedges.path;

import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.Version;
import java.util.Optional;

/**
 * A parsed skipRange.
 *
 * @param text as written
 * @param range nothing if it cannot be read; such a range contains no version
 */
record ReadSkipRange(String text, Optional<SkipRange> range) {
    boolean contains(Version version) {
        return range.isPresent() && range.get().contains(version);
    }

    static ReadSkipRange of(String text) {
        try {
            return new ReadSkipRange(text, Optional.of(SkipRange.parse(text)));
        } catch (RangeSyntaxException e) {
            return new ReadSkipRange(text, Optional.empty());
        }
    }

    /** Why it cannot be read; empty if it can. It is not kept, because it is longer than the range. */
    String fault() {
        try {
            SkipRange.parse(text);
            return "";
        } catch (RangeSyntaxException e) {
            return e.explanation();
        }
    }
}
