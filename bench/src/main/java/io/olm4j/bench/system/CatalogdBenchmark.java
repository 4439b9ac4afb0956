package io.olm4j.bench.system;

import io.olm4j.bench.RealCatalog;
import io.olm4j.bench.system.LoadGenerator.Load;
import io.olm4j.fbc.CatalogWriter.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** catalogd as a process beside a cluster and a registry: publishing, serving, both at once, and starting again. */
public final class CatalogdBenchmark {
    private static final String REAL = "real";
    private static final String YAML = "yaml-250";
    private static final String JSON = "json-237";
    private static final int MANY = 11;
    private static final long MANY_BYTES = 157_000_000;
    private static final int CONNECTIONS = 8;
    /** The load generator has to become warm too. */
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private static final Duration LOAD = Duration.ofSeconds(8);

    private final CatalogdBench bench;
    private final LoadGenerator generator;
    private final Set<String> scenarios;

    private CatalogdBenchmark(CatalogdBench bench, Set<String> scenarios) {
        this.bench = bench;
        this.generator = new LoadGenerator(bench.trust());
        this.scenarios = scenarios;
    }

    /**
     * Takes {@code --original=PROGRAM} to measure the original's catalogd too, {@code --jvm=OPTION} for the JVM of
     * ours, and the names of scenarios: publish, large, serve, read-while-publishing, restart; all without.
     */
    public static void main(String[] arguments) throws Exception {
        Optional<Path> original = Optional.empty();
        List<String> jvm = new ArrayList<>();
        Set<String> scenarios = new TreeSet<>();
        for (String argument : arguments) {
            if (argument.startsWith("--original=")) {
                original = Optional.of(Path.of(argument.substring(11)));
            } else if (argument.startsWith("--jvm=")) {
                jvm.add(argument.substring(6));
            } else {
                scenarios.add(argument);
            }
        }
        Path work = Files.createTempDirectory("bench-catalogd");
        try (CatalogdBench bench = new CatalogdBench(work)) {
            CatalogdBenchmark benchmark = new CatalogdBenchmark(bench, scenarios);
            benchmark.prepare(work);
            benchmark.measure(new CatalogdSubject(Optional.empty(), jvm, bench, work.resolve("olm4j")));
            if (original.isPresent()) {
                benchmark.measure(new CatalogdSubject(original, List.of(), bench, work.resolve("original")));
            }
        } finally {
            CatalogdBench.delete(work);
        }
    }

    private boolean isWanted(String... anyOf) {
        return scenarios.isEmpty() || Stream.of(anyOf).anyMatch(scenarios::contains);
    }

    private void prepare(Path work) throws Exception {
        GeneratedCatalogs catalogs = new GeneratedCatalogs(RealCatalog.yaml());
        bench.push(REAL, RealCatalog.yaml());
        if (isWanted("publish", "read-while-publishing", "restart")) {
            for (int i = 0; i < MANY; i++) {
                Path directory = work.resolve(many(i));
                catalogs.writeDirectory(directory, Format.YAML, MANY_BYTES / MANY, i);
                bench.push(many(i), directory);
            }
        }
        if (isWanted("large", "read-while-publishing")) {
            catalogs.writeDirectory(work.resolve(YAML), Format.YAML, 250_000_000, 100);
            bench.push(YAML, work.resolve(YAML));
            catalogs.writeDirectory(work.resolve(JSON), Format.JSON, 237_000_000, 101);
            bench.push(JSON, work.resolve(JSON));
        }
    }

    private static String many(int number) {
        return "many-" + number;
    }

    private static List<String> many() {
        return IntStream.range(0, MANY).mapToObj(CatalogdBenchmark::many).toList();
    }

    private void measure(CatalogdSubject subject) throws Exception {
        System.out.println("== " + subject.name());
        try {
            measureScenarios(subject);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(e.getMessage() + "; it says:\n" + subject.logEnd(), e);
        }
    }

    private void measureScenarios(CatalogdSubject subject) throws Exception {
        if (isWanted("publish")) {
            publish(subject);
        }
        if (isWanted("large")) {
            large(subject, YAML);
            large(subject, JSON);
        }
        if (isWanted("serve")) {
            serve(subject);
        }
        if (isWanted("read-while-publishing")) {
            readWhilePublishing(subject);
        }
        if (isWanted("restart")) {
            restart(subject);
        }
    }

    private void publish(CatalogdSubject subject) throws Exception {
        Process process = subject.startAndAwait();
        for (int run = 0; run < 6; run++) {
            Duration time = bench.serve(List.of(REAL));
            System.out.printf("one catalog, run %d: %d ms%n", run, time.toMillis());
            bench.deleteAll();
        }
        end(subject, process);
        process = subject.startAndAwait();
        Duration time = bench.serve(many());
        System.out.printf("%d catalogs at once: %d ms, %s%n", MANY, time.toMillis(), CatalogdSubject.cost(process));
        bench.deleteAll();
        end(subject, process);
    }

    private void large(CatalogdSubject subject, String catalog) throws Exception {
        Process process = subject.startAndAwait();
        Duration time = bench.serve(List.of(catalog));
        System.out.printf("%s: %d ms, %s%n", catalog, time.toMillis(), CatalogdSubject.cost(process));
        bench.deleteAll();
        end(subject, process);
    }

    private void serve(CatalogdSubject subject) throws Exception {
        Process process = subject.startAndAwait();
        bench.serve(List.of(REAL));
        String all = subject.url(REAL) + "all";
        String plain = "Accept-Encoding: identity\r\n";
        load("all", all, plain, 200);
        load("all, gzip", all, "Accept-Encoding: gzip\r\n", 200);
        load("metas of a package", subject.url(REAL) + "metas?package=" + packageName(), plain, 200);
        load("304", all, "If-Modified-Since: Thu, 01 Jan 2037 00:00:00 GMT\r\n", 304);
        System.out.println(CatalogdSubject.cost(process));
        bench.deleteAll();
        end(subject, process);
    }

    /** The package whose metas are nearest to 95 kB. */
    private static String packageName() throws IOException {
        return new GeneratedCatalogs(RealCatalog.yaml()).packageNearest(95_000);
    }

    private void load(String what, String url, String headers, int status) throws Exception {
        generator.run(CONNECTIONS, WARM_UP, url, headers, status);
        Load load = generator.run(CONNECTIONS, LOAD, url, headers, status);
        System.out.printf(
                "%-20s %8.1f/s  %7.1f MB/s  longest %d ms%n",
                what,
                load.requestsPerSecond(),
                load.megabytesPerSecond(),
                load.longest().toMillis());
    }

    private void readWhilePublishing(CatalogdSubject subject) throws Exception {
        Process process = subject.startAndAwait();
        bench.serve(List.of(REAL));
        String url = subject.url(REAL) + "metas?schema=olm.package";
        generator.run(1, WARM_UP, url, "", 200);
        Load alone = generator.run(1, LOAD, url, "", 200);
        CompletableFuture<Duration> publishing = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> publishing.complete(bench.serve(List.of(YAML))));
        Load beside = new Load(0, 0, Duration.ZERO, Duration.ZERO);
        while (!publishing.isDone()) {
            beside = beside.and(generator.run(1, Duration.ofMillis(500), url, "", 200));
        }
        System.out.printf(
                "longest answer: alone %d ms, while %s is published (%d ms) %d ms%n",
                alone.longest().toMillis(),
                YAML,
                publishing.get().toMillis(),
                beside.longest().toMillis());
        bench.deleteAll();
        end(subject, process);
    }

    private void restart(CatalogdSubject subject) throws Exception {
        Process process = subject.startAndAwait();
        bench.serve(many());
        for (int run = 0; run < 3; run++) {
            process.destroyForcibly().waitFor();
            long start = System.nanoTime();
            process = subject.start();
            CatalogdBench.await(() -> many().stream().allMatch(catalog -> isServed(subject, catalog)));
            System.out.printf(
                    "killed and started again, all %d served: %d ms%n", MANY, (System.nanoTime() - start) / 1_000_000);
        }
        bench.deleteAll();
        end(subject, process);
    }

    private boolean isServed(CatalogdSubject subject, String catalog) {
        try {
            generator.run(1, Duration.ofNanos(1), subject.url(catalog) + "metas?schema=olm.package", "", 200);
            return true;
        } catch (Exception notYet) {
            return false;
        }
    }

    private static void end(CatalogdSubject subject, Process process) throws Exception {
        CatalogdBench.stop(process);
        CatalogdBench.delete(subject.work().resolve("cache"));
    }
}
