package io.olm4j.bench;

import io.olm4j.upgradeedges.Resolution;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import io.olm4j.upgradeedges.UpgradeConstraintPolicy;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Resolving over the largest package of the community catalog. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ResolveBenchmark {
    private List<CatalogGraph> catalogs = List.of();
    private String packageName = "";
    private Optional<InstalledBundle> oldest = Optional.empty();

    @Setup
    public void load() throws IOException {
        PackageGraph graph = RealCatalog.largestPackage();
        packageName = graph.name();
        catalogs = List.of(new CatalogGraph("community", 0, graph));
        Bundle first = graph.bundles().getFirst();
        oldest = Optional.of(new InstalledBundle(first.name(), first.version(), Optional.empty()));
    }

    @Benchmark
    public Resolution install() {
        return resolve(Optional.empty(), Optional.empty());
    }

    @Benchmark
    public Resolution installInRange() {
        return resolve(Optional.of(">=1.0.0 <1.28.0"), Optional.empty());
    }

    @Benchmark
    public Resolution upgrade() {
        return resolve(Optional.empty(), oldest);
    }

    @Benchmark
    public Resolution upgradeNowhere() {
        return resolve(Optional.of(">=99"), oldest);
    }

    private Resolution resolve(Optional<String> range, Optional<InstalledBundle> installed) {
        return Resolver.resolve(
                new ResolutionRequest(
                        packageName, range, List.of(), UpgradeConstraintPolicy.CATALOG_PROVIDED, installed),
                catalogs);
    }
}
