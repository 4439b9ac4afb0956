package io.olm4j.cli.versions;

import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.SpecRange;
import io.olm4j.versionranges.VersionRange;

/** The two languages in which version ranges are written. */
enum Dialect {
    /** What users write in {@code spec.source.catalog.version} of a ClusterExtension. */
    SPEC("spec"),
    /** What catalogs write in {@code skipRange}, and in dependencies. */
    SKIP_RANGE("skip-range");

    private final String option;

    Dialect(String option) {
        this.option = option;
    }

    /**
     * Reads a range.
     *
     * @throws RangeSyntaxException if the text is none
     */
    VersionRange parse(String text) {
        return switch (this) {
            case SPEC -> SpecRange.parse(text);
            case SKIP_RANGE -> SkipRange.parse(text);
        };
    }

    /** The name as it is given on the command line. */
    @Override
    public String toString() {
        return option;
    }
}
