package io.olm4j.versionranges;

import java.util.List;

/** One condition on a version; every operator of both dialects is a list of these. */
sealed interface Bound {
    boolean contains(Version version);

    /** The bound as users read it; versions without pre-release identifiers where only releases count. */
    String text(boolean releasesOnly);

    /** Why a version is not within this bound. */
    String mismatch(Version version, boolean releasesOnly);

    static Bound equalTo(Version limit) {
        return new Comparison(Relation.EQUAL, limit);
    }

    static Bound notEqualTo(Version limit) {
        return new Comparison(Relation.NOT_EQUAL, limit);
    }

    static Bound atLeast(Version limit) {
        return new Comparison(Relation.AT_LEAST, limit);
    }

    static Bound above(Version limit) {
        return new Comparison(Relation.ABOVE, limit);
    }

    static Bound atMost(Version limit) {
        return new Comparison(Relation.AT_MOST, limit);
    }

    static Bound below(Version limit) {
        return new Comparison(Relation.BELOW, limit);
    }

    /** A version stands in a relation to a limit, by semver precedence. */
    record Comparison(Relation relation, Version limit) implements Bound {
        @Override
        public boolean contains(Version version) {
            return relation.holds(version.compareTo(limit));
        }

        @Override
        public String text(boolean releasesOnly) {
            return relation.symbol() + (releasesOnly ? limit.core() : limit.withoutBuild());
        }

        @Override
        public String mismatch(Version version, boolean releasesOnly) {
            return relation == Relation.NOT_EQUAL
                    ? version + " is excluded by " + text(releasesOnly)
                    : version + " is not " + text(releasesOnly);
        }
    }

    /** A version has another major number. */
    record NotInMajor(long major) implements Bound {
        @Override
        public boolean contains(Version version) {
            return version.major() != major;
        }

        @Override
        public String text(boolean releasesOnly) {
            return Relation.NOT_EQUAL.symbol() + Long.toUnsignedString(major) + ".x";
        }

        @Override
        public String mismatch(Version version, boolean releasesOnly) {
            return version + " is excluded by " + text(releasesOnly);
        }
    }

    /**
     * A version has another minor, or other pre-release identifiers: {@code !=1.2.x-rc} excludes 1.2.7-rc, not 1.2.7.
     */
    record NotInMinor(long major, long minor, List<String> preRelease) implements Bound {
        @Override
        public boolean contains(Version version) {
            return version.major() != major
                    || version.minor() != minor
                    || !version.preRelease().equals(preRelease);
        }

        @Override
        public String text(boolean releasesOnly) {
            var series = Relation.NOT_EQUAL.symbol() + Long.toUnsignedString(major) + "." + Long.toUnsignedString(minor)
                    + ".x";
            return preRelease.isEmpty() ? series : series + "-" + String.join(".", preRelease);
        }

        @Override
        public String mismatch(Version version, boolean releasesOnly) {
            return version + " is excluded by " + text(releasesOnly);
        }
    }
}
