package io.olm4j.bench.system;

import io.olm4j.bench.RealCatalog;
import io.olm4j.files.DirectoryTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** 13 catalogs of 400 MB together, indexed by a fresh process from another one: with an empty disk, then unchanged. */
public final class ClientBenchmark {
    private static final int CATALOGS = 13;
    private static final long BYTES = 400_000_000;
    private static final long SEED = 13;
    private static final int RUNS = 5;

    private ClientBenchmark() {}

    /** Takes options for the JVM that is measured; by default a heap of 64 MiB. */
    public static void main(String[] options) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("bench-client");
        try {
            Path served = Files.createDirectory(work.resolve("served"));
            new GeneratedCatalogs(RealCatalog.yaml()).write(served, CATALOGS, BYTES, SEED);
            Process server = java(List.of(), ClientFileServer.class, served.toString());
            try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
                measure(work, served, "http://127.0.0.1:" + out.readLine(), options);
            } finally {
                server.destroy();
            }
        } finally {
            DirectoryTree.delete(work);
        }
    }

    private static void measure(Path work, Path served, String address, String[] options)
            throws IOException, InterruptedException {
        List<String> jvm = options.length == 0 ? List.of("-Xmx64m", "-XX:+UseSerialGC") : Arrays.asList(options);
        System.out.println(jvm + ", " + (RealCatalog.bytes(served) >> 20) + " MiB served");
        for (int run = 0; run < RUNS; run++) {
            Path cache = work.resolve("cache");
            List<String> catalogs = catalogs(served);
            for (String kind : List.of("empty disk", "unchanged")) {
                List<String> arguments =
                        new ArrayList<>(List.of(cache.toString(), address, Long.toString(System.currentTimeMillis())));
                arguments.addAll(catalogs);
                Process client = java(jvm, ClientIndexing.class, arguments.toArray(String[]::new));
                System.out.print(
                        kind + "  " + client.inputReader(StandardCharsets.UTF_8).readLine() + "\n");
                client.waitFor();
            }
            DirectoryTree.delete(cache);
        }
    }

    /** Each catalog with its first package. */
    private static List<String> catalogs(Path served) throws IOException {
        try (Stream<Path> files = Files.list(served)) {
            return files.sorted().map(ClientBenchmark::withFirstPackage).toList();
        }
    }

    private static String withFirstPackage(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            String first = lines.filter(line -> line.endsWith("\"schema\":\"olm.package\"}"))
                    .findFirst()
                    .orElseThrow();
            String name = file.getFileName().toString().replace(".jsonl", "");
            return name + "=" + first.replaceAll(".*\"name\":\"([^\"]*)\",\"schema\".*", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process java(List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
