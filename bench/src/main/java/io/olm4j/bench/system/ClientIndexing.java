package io.olm4j.bench.system;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.catalogdclient.Refresh;
import io.olm4j.catalogdclient.http.CatalogHttp;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;

/** A process that reads the catalogs of a service into an index, asks each for a package, and prints what that cost. */
public final class ClientIndexing {
    private ClientIndexing() {}

    /**
     * Takes the cache directory, the service's address, when this process was started in milliseconds (what the system
     * says of that may be a second off), and for each catalog {@code NAME=PACKAGE}.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        Path cache = Path.of(arguments[0]);
        OkHttpClient http = CatalogHttp.create(Optional.empty(), Map.of());
        List<Future<String>> outcomes = new ArrayList<>();
        try (CatalogIndex index = new CatalogIndex(cache, http, new SimpleMeterRegistry());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String catalog : List.of(arguments).subList(3, arguments.length)) {
                outcomes.add(threads.submit(() -> read(index, arguments[1], catalog.split("=", 2))));
            }
        }
        Duration sinceStart = Duration.between(Instant.ofEpochMilli(Long.parseLong(arguments[2])), Instant.now());
        StringBuilder outcome = new StringBuilder();
        for (Future<String> future : outcomes) {
            outcome.append(future.get());
        }
        System.out.printf(
                "%-13s %6d ms  cpu %6d ms  heap peak %4d MiB  rss %4d MiB  disk %4d MiB%n",
                outcome,
                sinceStart.toMillis(),
                ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis(),
                heapPeak() >> 20,
                residentPeakKib() >> 10,
                bytes(cache) >> 20);
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }

    /** A plus for new content, an equals sign where the content on disk is still that of the service. */
    private static String read(CatalogIndex index, String address, String[] catalog) {
        Refresh refresh =
                index.refresh(new CatalogLocation(catalog[0], URI.create(address + "/catalogs/" + catalog[0]), ""));
        Lookup lookup = index.lookup(catalog[0], catalog[1]);
        if (!(lookup instanceof Lookup.Found)) {
            throw new IllegalStateException(refresh + ", " + lookup);
        }
        return refresh instanceof Refresh.Updated ? "+" : "=";
    }

    private static long heapPeak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }

    private static long residentPeakKib() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
