package io.olm4j.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.CrdUpgrade;
import io.olm4j.applier.crdsafety.CrdUpgradeResult;
import io.olm4j.fbc.CatalogReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/**
 * Judging an upgrade of a CustomResourceDefinition, over all that real bundles of one package make to another version.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 5)
@Measurement(iterations = 5, time = 5)
public class CrdUpgradeBenchmark {

    private record Pair(ObjectNode old, ObjectNode latest) {}

    private final List<Pair> pairs = new ArrayList<>();
    private int next;

    /** Reads the definitions of all bundles and pairs those of one name that differ. */
    @Setup
    public void read() throws IOException {
        for (Path packageDirectory : entries(RealData.directory("shared/data/bundles"))) {
            List<Map<String, ObjectNode>> versions = new ArrayList<>();
            for (Path version : entries(packageDirectory)) {
                Path manifests = version.resolve("manifests");
                if (Files.isDirectory(manifests)) {
                    versions.add(crds(manifests));
                }
            }
            versions.forEach(old -> versions.forEach(latest -> addPairs(old, latest)));
        }
    }

    private void addPairs(Map<String, ObjectNode> old, Map<String, ObjectNode> latest) {
        old.forEach((name, crd) -> {
            ObjectNode successor = latest.get(name);
            if (successor != null && !successor.path("spec").equals(crd.path("spec"))) {
                pairs.add(new Pair(crd, successor));
            }
        });
    }

    private static Map<String, ObjectNode> crds(Path directory) throws IOException {
        Map<String, ObjectNode> crds = new TreeMap<>();
        for (Path file : entries(directory)) {
            try (InputStream in = Files.newInputStream(file)) {
                new CatalogReader().readStream(in, file.toString(), document -> {
                    ObjectNode object = document.blob();
                    if (object.path("kind").asText().equals("CustomResourceDefinition")) {
                        crds.put(object.path("metadata").path("name").asText(), object);
                    }
                });
            }
        }
        return crds;
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }

    @Benchmark
    public CrdUpgradeResult judge() {
        Pair pair = pairs.get(next);
        next = (next + 1) % pairs.size();
        return CrdUpgrade.judge(pair.old(), pair.latest());
    }
}
