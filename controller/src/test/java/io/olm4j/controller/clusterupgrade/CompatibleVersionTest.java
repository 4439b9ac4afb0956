package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link CompatibleVersion}. */
class CompatibleVersionTest {

    private static final OpenShiftVersion WANTED = new OpenShiftVersion(4, 20);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static Optional<CompatibleVersion> find(String installed, CatalogGraph... catalogs) {
        return CompatibleVersion.find(
                new InstalledBundle("p.v" + installed, installed, Optional.empty()), List.of(catalogs), WANTED);
    }

    private static CatalogGraph catalog(String channel, List<Bundle> bundles, List<Entry> entries) {
        return new CatalogGraph(
                "c",
                0,
                new PackageGraph("p", Optional.empty(), List.of(new Channel(channel, entries)), bundles, List.of()));
    }

    private static Bundle bundle(String name, String version, String... limits) {
        return new Bundle(
                name,
                "registry.example.com/p:" + name,
                version,
                Stream.of(limits)
                        .map(limit -> new Property("olm.maxOpenShiftVersion", "\"" + limit + "\""))
                        .toList());
    }

    private static Bundle bundle(String version) {
        return bundle("p.v" + version, version);
    }

    private static Entry entry(String name, String replaces) {
        return new Entry(name, Optional.of(replaces), List.of(), Optional.empty());
    }

    private static Entry entry(String version) {
        return entry("p.v" + version, "p.v1.0.0");
    }

    /** 1.1.0 replaces the installed 1.0.0; then come bundles that no upgrade reaches. */
    private static CatalogGraph withUnreachable(int count, IntFunction<Bundle> unreachable) {
        List<Bundle> others = IntStream.range(0, count).mapToObj(unreachable).toList();
        return catalog(
                "stable",
                Stream.concat(Stream.of(bundle("1.1.0")), others.stream()).toList(),
                Stream.concat(
                                Stream.of(entry("1.1.0")),
                                others.stream().map(bundle -> entry(bundle.name(), "p.v0.0.0")))
                        .toList());
    }

    /** The memory that a search allocates grows with its steps, and is the same on every machine. */
    private static long allocated(CatalogGraph catalog) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(find("1.0.0", catalog)).contains(new CompatibleVersion("1.1.0", "stable"));
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static void assertSearchedOnce(IntFunction<Bundle> unreachable) {
        allocated(withUnreachable(200, unreachable)); // loads classes
        long few = allocated(withUnreachable(20, unreachable));

        assertThat(allocated(withUnreachable(200, unreachable))).isLessThan(20 * few);
    }

    @Test
    void shouldSearchOnceWhenManyHigherVersionsCannotBeReached() {
        assertSearchedOnce(i -> bundle("2." + i + ".0"));
    }

    @Test
    void shouldSearchOnceWhenManyBundlesOfOneVersionCannotBeReached() {
        assertSearchedOnce(i -> bundle("p.other-" + i, "2.0.0"));
    }

    @Test
    void shouldNameTheHighestOfTheReachedOnesThatSupportTheCluster() {
        CatalogGraph catalog = catalog(
                "stable",
                List.of(bundle("1.1.0"), bundle("1.3.0"), bundle("1.2.0"), bundle("p.v1.4.0", "1.4.0", "4.19")),
                List.of(
                        entry("1.1.0"),
                        entry("p.v1.3.0", "p.v1.1.0"),
                        entry("p.v1.2.0", "p.v1.1.0"),
                        entry("p.v1.4.0", "p.v1.3.0")));

        assertThat(find("1.0.0", catalog)).contains(new CompatibleVersion("1.3.0", "stable"));
    }

    @Test
    void shouldNotNameAVersionWhoseReachedBundleDoesNotSupportTheCluster() {
        CatalogGraph catalog = catalog(
                "stable",
                List.of(bundle("p.v1.1.0", "1.1.0", "4.19"), bundle("p.other", "1.1.0")),
                List.of(entry("1.1.0"), entry("p.other", "p.v0.0.0")));

        assertThat(find("1.0.0", catalog)).isEmpty();
    }

    @Test
    void shouldNameTheHighestOfAllCatalogs() {
        CatalogGraph older = catalog("old", List.of(bundle("1.1.0")), List.of(entry("1.1.0")));
        CatalogGraph newer = catalog("new", List.of(bundle("1.2.0")), List.of(entry("1.2.0")));

        assertThat(find("1.0.0", older, newer)).contains(new CompatibleVersion("1.2.0", "new"));
    }

    @Test
    void shouldNotNameTheInstalledVersionOrALowerOne() {
        CatalogGraph catalog = catalog(
                "stable",
                List.of(bundle("p.again", "1.0.0"), bundle("0.9.0")),
                List.of(entry("p.again", "p.v1.0.0"), entry("0.9.0")));

        assertThat(find("1.0.0", catalog)).isEmpty();
    }

    @Test
    void shouldNameNothingIfTheInstalledVersionCannotBeRead() {
        assertThat(find("one", catalog("stable", List.of(bundle("1.1.0")), List.of(entry("p.v1.1.0", "p.vone")))))
                .isEmpty();
    }
}
