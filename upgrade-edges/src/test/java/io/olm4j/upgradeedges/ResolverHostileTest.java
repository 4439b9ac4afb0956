package io.olm4j.upgradeedges;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.ChildJvm;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Resolves packages that are made to cost much. Memory that grows with bundles times entries does not fit the heap of
 * the child process; work that does so exceeds the time of the test by far.
 */
class ResolverHostileTest {
    private static final int MANY = 50_000;

    /** A package that no bundle of fits. */
    enum Hostile {
        /** Bundles and entries of one name, each entry with a range of its own. */
        EQUAL_NAMES {
            @Override
            List<Bundle> bundles() {
                return list(5_000, _ -> bundle("foo.v2", "2.0.0"));
            }

            @Override
            List<Entry> entries() {
                return list(5_000, i -> ranged("foo.v2", ">=5.0." + i + " <6.0.0"));
            }
        },
        /** The same with ranges that cannot be read. */
        UNREADABLE_RANGES {
            @Override
            List<Bundle> bundles() {
                return list(MANY, _ -> bundle("foo.v2", "2.0.0"));
            }

            @Override
            List<Entry> entries() {
                return list(MANY, i -> ranged("foo.v2", "x" + i));
            }
        },
        /** All bundles are reached at once, and each of them is one that all entries replace. */
        EQUAL_NAMES_THAT_REPLACE_EACH_OTHER {
            @Override
            List<Bundle> bundles() {
                return list(MANY, i -> bundle("foo.v2", "2.0." + i));
            }

            @Override
            List<Entry> entries() {
                return list(MANY, i -> replacing("foo.v2", i == MANY - 1 ? "foo.v1" : "foo.v2"));
            }
        },
        /** A long path, and beside it ranges that no step of the path reaches. */
        LONG_PATH {
            @Override
            List<Bundle> bundles() {
                return list(2 * MANY, i -> bundle("foo.v" + (i + 2), "2.0." + i));
            }

            @Override
            List<Entry> entries() {
                return list(
                        2 * MANY,
                        i -> i < MANY
                                ? replacing("foo.v" + (i + 2), "foo.v" + (i + 1))
                                : ranged("foo.v" + (i + 2), "<1.0.0"));
            }
        },
        /** The channel has a very long name, and every bundle is reached in it. */
        LONG_NAME {
            @Override
            List<Bundle> bundles() {
                return list(10_000, i -> bundle("foo.v" + (i + 2), "2.0." + i));
            }

            @Override
            List<Entry> entries() {
                return list(10_000, i -> replacing("foo.v" + (i + 2), "foo.v1"));
            }
        };

        abstract List<Bundle> bundles();

        abstract List<Entry> entries();

        private static Bundle bundle(String name, String version) {
            return new Bundle(name, "image", version, List.of());
        }

        private static Entry ranged(String name, String range) {
            return new Entry(name, Optional.empty(), List.of(), Optional.of(range));
        }

        private static Entry replacing(String name, String replaced) {
            return new Entry(name, Optional.of(replaced), List.of(), Optional.empty());
        }

        private static <T> List<T> list(int size, IntFunction<T> element) {
            return IntStream.range(0, size).mapToObj(element).toList();
        }

        Resolution resolve() {
            var channel = new Channel("c".repeat(this == LONG_NAME ? 4 << 20 : 1), entries());
            var graph = new PackageGraph("foo", Optional.empty(), List.of(channel), bundles(), List.of());
            return Resolver.resolve(
                    new ResolutionRequest(
                            "foo",
                            Optional.of(this == EQUAL_NAMES || this == UNREADABLE_RANGES ? ">=1.0.0" : ">=9.0.0"),
                            List.of(),
                            UpgradeConstraintPolicy.CATALOG_PROVIDED,
                            Optional.of(new InstalledBundle("foo.v1", "1.0.0", Optional.empty()))),
                    List.of(new CatalogGraph("evil", 0, graph)));
        }
    }

    /** The child process. */
    static final class Resolving {
        public static void main(String[] arguments) {
            var explanation = Hostile.valueOf(arguments[0]).resolve().explanation();
            System.out.print(
                    explanation.conclusion().length() < 20_000
                            ? explanation.dropped().size()
                            : "long");
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldResolveInASmallHeapWhenAPackageIsHostile(Hostile hostile) throws Exception {
        var process = ChildJvm.builder(List.of("-Xmx128m", "-XX:TieredStopAtLevel=4"), Resolving.class, hostile.name())
                .redirectErrorStream(true)
                .start();
        try {
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(output).isEqualTo(String.valueOf(hostile.bundles().size()));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
