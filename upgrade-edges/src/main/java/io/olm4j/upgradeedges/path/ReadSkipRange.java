package io.olm4j.upgradeedges.path;

import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.Version;
import java.util.Optional;

/**
 * A parsed skipRange.
 *
 * @param range nothing if it cannot be read; such a range contains no version
 * @param fault why it cannot be read; empty if it can
 */
record ReadSkipRange(Optional<SkipRange> range, String fault) {
    boolean contains(Version version) {
        return range.isPresent() && range.get().contains(version);
    }

    static ReadSkipRange of(String text) {
        try {
            return new ReadSkipRange(Optional.of(SkipRange.parse(text)), "");
        } catch (RangeSyntaxException e) {
            return new ReadSkipRange(Optional.empty(), e.explanation());
        }
    }
}
