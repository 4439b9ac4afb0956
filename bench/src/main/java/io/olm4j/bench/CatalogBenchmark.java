package io.olm4j.bench;

import io.olm4j.fbc.validation.CatalogFinding;
import io.olm4j.fbc.validation.CatalogValidator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Loading and validating the community catalog, in one thread, with a collector that needs no second core. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx1g"})
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class CatalogBenchmark {
    /** The form of the files. */
    @Param({"json", "yaml"})
    public String format = "";

    private Path directory = Path.of("");
    private double megabytes;

    /** Megabytes (of a million bytes) a second. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Volume {
        public double megabytes;
    }

    @Setup
    public void load() throws IOException {
        directory = format.equals("json") ? RealCatalog.json() : RealCatalog.yaml();
        megabytes = RealCatalog.bytes(directory) / 1e6;
    }

    @Benchmark
    public List<CatalogFinding> validate(Volume volume) throws IOException {
        List<CatalogFinding> findings = CatalogValidator.validate(directory);
        volume.megabytes += megabytes;
        return findings;
    }
}
