package io.olm4j.versionranges;

import java.util.Optional;

/**
 * A range as users write it in {@code spec.source.catalog.version} of a ClusterExtension (the dialect of
 * Masterminds/semver v3.5.0).
 *
 * <p>Alternatives are joined by {@code ||}; each is a list of comparisons joined by blanks or commas. A pre-release is
 * in an alternative only if one of its comparisons names a pre-release.
 */
public final class SpecRange implements VersionRange {
    private final String text;
    private final Alternatives alternatives;

    private SpecRange(String text, Alternatives alternatives) {
        this.text = text;
        this.alternatives = alternatives;
    }

    /**
     * Reads a range.
     *
     * @param text such as {@code >=1.2 <2.0}, {@code ~1.4} or {@code 1.x || 3.0.1}; at most 512 bytes and 32
     *     alternatives
     * @return the range
     * @throws RangeSyntaxException if the text is not a range
     */
    public static SpecRange parse(String text) {
        return new SpecRange(text, SpecRangeParser.parse(text));
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
