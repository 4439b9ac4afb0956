package io.olm4j.versionranges;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The operators of the spec dialect, each as the bounds it stands for.
 *
 * <p>A partial version names 0 (a bare wildcard), 1 or 2 segments; then an operator means a whole series of versions.
 * The end of a series is the lowest version after it, so that the bounds are right for pre-releases too.
 */
enum SpecOperator {
    EQUAL {
        @Override
        List<Bound> bounds(Version base, int precision) {
            return precision == 3 ? List.of(Bound.equalTo(base)) : TILDE.bounds(base, precision);
        }
    },
    NOT_EQUAL {
        @Override
        List<Bound> bounds(Version base, int precision) {
            return switch (precision) {
                case 1 -> List.of(new Bound.NotInMajor(base.major()));
                case 2 -> List.of(new Bound.NotInMinor(base.major(), base.minor(), base.preRelease()));
                // The bare wildcard stands for 0.0.0 alone.
                default -> List.of(Bound.notEqualTo(base));
            };
        }
    },
    ABOVE {
        @Override
        List<Bound> bounds(Version base, int precision) {
            return switch (precision) {
                case 1 -> from(base.nextMajor());
                case 2 -> from(base.nextMinor());
                default -> List.of(Bound.above(base));
            };
        }
    },
    BELOW {
        @Override
        List<Bound> bounds(Version base, int precision) {
            return List.of(Bound.below(base));
        }
    },
    AT_LEAST {
        @Override
        List<Bound> bounds(Version base, int precision) {
            return List.of(Bound.atLeast(base));
        }
    },
    AT_MOST {
        @Override
        List<Bound> bounds(Version base, int precision) {
            return switch (precision) {
                case 1 -> until(base.nextMajor()).toList();
                case 0, 2 -> until(base.nextMinor()).toList();
                default -> List.of(Bound.atMost(base));
            };
        }
    },
    TILDE {
        @Override
        List<Bound> bounds(Version base, int precision) {
            if (isZero(base) && (precision == 0 || precision == 3)) {
                return List.of(Bound.atLeast(base));
            }
            return between(base, precision == 1 ? base.nextMajor() : base.nextMinor());
        }
    },
    CARET {
        @Override
        List<Bound> bounds(Version base, int precision) {
            if (base.major() != 0 || precision == 1) {
                return between(base, base.nextMajor());
            }
            if (base.minor() != 0 || precision == 2) {
                return between(base, base.nextMinor());
            }
            // The bare wildcard, too, ends up as 0.0.0 alone.
            return between(base, base.nextPatch());
        }
    };

    private static final Bound NOTHING = Bound.below(Version.LOWEST);

    private static final Map<String, SpecOperator> BY_SPELLING = Map.ofEntries(
            Map.entry("", EQUAL),
            Map.entry("=", EQUAL),
            Map.entry("!=", NOT_EQUAL),
            Map.entry(">", ABOVE),
            Map.entry("<", BELOW),
            Map.entry(">=", AT_LEAST),
            Map.entry("=>", AT_LEAST),
            Map.entry("<=", AT_MOST),
            Map.entry("=<", AT_MOST),
            Map.entry("~", TILDE),
            Map.entry("~>", TILDE),
            Map.entry("^", CARET));

    /**
     * The bounds that this operator stands for.
     *
     * @param base the version, with 0 in the place of what is not named
     * @param precision how many segments the version names, 0 to 3
     */
    abstract List<Bound> bounds(Version base, int precision);

    /** The operator of a spelling; the empty spelling is one, too. */
    static Optional<SpecOperator> of(String spelling) {
        return Optional.ofNullable(BY_SPELLING.get(spelling));
    }

    private static List<Bound> between(Version start, Optional<Version> end) {
        return Stream.concat(Stream.of(Bound.atLeast(start)), until(end)).toList();
    }

    /** Everything before the end of a series; no bound where the numbers end. */
    private static Stream<Bound> until(Optional<Version> end) {
        return end.stream().map(Bound::below);
    }

    /** Everything after a series; nothing where the numbers end. */
    private static List<Bound> from(Optional<Version> end) {
        return List.of(end.map(Bound::atLeast).orElse(NOTHING));
    }

    private static boolean isZero(Version base) {
        return base.major() == 0 && base.minor() == 0 && base.patch() == 0;
    }
}
