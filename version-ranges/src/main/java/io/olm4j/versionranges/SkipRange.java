package io.olm4j.versionranges;

import java.util.Optional;

/**
 * A range as catalogs write it in {@code skipRange} of a channel entry and in dependencies (the dialect of blang/semver
 * v4).
 *
 * <p>Alternatives are joined by {@code " || "}; each is a list of comparisons joined by blanks. Pre-releases are
 * ordinary members of the order: {@code <2.0.0} contains 2.0.0-rc.1.
 */
public final class SkipRange implements VersionRange {
    private final String text;
    private final Alternatives alternatives;

    private SkipRange(String text, Alternatives alternatives) {
        this.text = text;
        this.alternatives = alternatives;
    }

    /**
     * Reads a range.
     *
     * @param text such as {@code >=1.0.0 <1.4.2}; at most 65536 characters
     * @return the range
     * @throws RangeSyntaxException if the text is not a range
     */
    public static SkipRange parse(String text) {
        return new SkipRange(text, SkipRangeParser.parse(text));
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public boolean contains(Version version) {
        return alternatives.contain(version);
    }

    @Override
    public Optional<String> mismatch(Version version) {
        return alternatives.mismatch(version);
    }

    @Override
    public String normalForm() {
        return alternatives.normalForm();
    }

    @Override
    public String toString() {
        return text;
    }
}
