package io.olm4j.versionranges;

import java.util.Optional;

/** A set of versions, written in one of the two dialects of OLM, that can explain itself. */
public sealed interface VersionRange permits SpecRange, SkipRange {
    /**
     * The range as it was written.
     *
     * @return the text that was parsed
     */
    String text();

    /**
     * Whether a version is in the range.
     *
     * @param version the version asked for; its build metadata doesn't matter
     * @return true if it is
     */
    boolean contains(Version version);

    /**
     * Why a version is not in the range.
     *
     * @param version the version asked for
     * @return empty if it is in the range, otherwise a clause such as {@code 2.1.0 is not <2.0.0}
     */
    Optional<String> mismatch(Version version);

    /**
     * What the range means, without the short forms of its dialect.
     *
     * @return bounds such as {@code ≥1.2.0 <2.0.0}, alternatives joined by {@code ||}; {@code nothing} if no version is
     *     in the range
     */
    String normalForm();
}
