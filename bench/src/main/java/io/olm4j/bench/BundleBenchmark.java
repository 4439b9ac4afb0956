package io.olm4j.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.codec.json.GoJson;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Rendering all real bundles, in one thread, with a collector that needs no second core. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx1g"})
@Warmup(iterations = 5, time = 4)
@Measurement(iterations = 5, time = 4)
public class BundleBenchmark {
    private List<Path> directories = List.of();
    private List<RegistryV1> bundles = List.of();

    /** Bundles a second. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Volume {
        public double bundles;
    }

    @Setup
    public void load() throws IOException {
        directories = RealBundles.directories();
        bundles = directories.stream().map(RealBundles::read).toList();
    }

    /** From the files to JSON text, as {@code olm bundle render -o jsonl} does it. */
    @Benchmark
    public long filesToJson(Volume volume) {
        long characters = 0;
        for (Path directory : directories) {
            for (ObjectNode object : RealBundles.render(RealBundles.read(directory))) {
                characters += GoJson.encode(object).length();
            }
        }
        volume.bundles += directories.size();
        return characters;
    }

    /** From parsed trees to trees. */
    @Benchmark
    public int treesToObjects(Volume volume) {
        int objects = 0;
        for (RegistryV1 bundle : bundles) {
            List<ObjectNode> rendered = RealBundles.render(bundle);
            objects += rendered.size();
        }
        volume.bundles += bundles.size();
        return objects;
    }
}
