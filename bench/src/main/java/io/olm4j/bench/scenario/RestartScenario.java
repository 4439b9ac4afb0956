package io.olm4j.bench.scenario;

import io.olm4j.bench.RealCatalog;
import io.olm4j.bench.system.GeneratedCatalogs;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.localcluster.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kills both controllers beside thirteen large catalogs and twenty installed extensions, and starts them again, until
 * every catalog answers and every extension and set has been reconciled.
 */
final class RestartScenario implements Scenario {

    private static final int EXTENSIONS = 20;

    /** Beside the catalog of the extensions. */
    private static final int CATALOGS = 12;

    private static final long BYTES = 409_000_000;
    private static final long SEED = 13;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String SUBJECT =
            "killed and restarted, %d extensions, %d catalogs".formatted(EXTENSIONS, CATALOGS + 1);

    @Override
    public String name() {
        return "restart";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        MetricsCertificate certificate = MetricsCertificate.create(settings.directory());
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            AuditLog audit = new AuditLog(bench.cluster().startAudit());
            SmallOperators operators = SmallOperators.push(bench, EXTENSIONS, SmallOperators.OLD);
            bench.restartOlm();
            serveLargeCatalogs(bench, settings.directory());
            operators.offer(SmallOperators.OLD);
            load.install(operators.names(), SmallOperators.OLD);
            for (int run = 0; run < settings.runs(); run++) {
                bench.awaitQuiet();
                audit.start();
                double loadAverage = MachineClock.loadAverage();
                MachineClock before = MachineClock.now();
                int unsettled = load.watch().unsettled();
                bench.killOlm();
                String metrics = FreePort.address();
                long start = System.nanoTime();
                var _ = bench.startOlm(certificate.flags(metrics));
                awaitReconciled(bench, certificate, metrics);
                figures.add(SUBJECT, "wall", "s", (System.nanoTime() - start) / 1e9);
                double others = MachineClock.now().othersSince(before);
                bench.awaitQuiet();
                List<AuditLog.Request> requests = audit.requests();
                List<AuditLog.Request> writes =
                        requests.stream().filter(AuditLog.Request::isWrite).toList();
                figures.add(SUBJECT, "writes of olm4j", "", writes.size());
                figures.add(SUBJECT, "requests of olm4j", "", requests.size());
                figures.note("writes of a restart: " + AuditLog.kinds(writes));
                figures.add(
                        SUBJECT,
                        "extensions that left Succeeded",
                        "",
                        load.watch().unsettled() - unsettled);
                new Measurement(bench, figures).memory(SUBJECT);
                figures.add(new MachineLoad(SUBJECT, loadAverage, others, others));
            }
        }
    }

    private static void awaitReconciled(BenchCluster bench, MetricsCertificate certificate, String metrics) {
        List<String> catalogs = Stream.concat(largeCatalogs(), Stream.of(SmallOperators.CATALOG))
                .toList();
        var requests =
                new OlmRequests(certificate, bench.admin().getConfiguration().getOauthToken());
        BoundedWait limit = BoundedWait.lasting(LIMIT);
        boolean reconciled =
                limit.until(() -> catalogs.stream().allMatch(name -> requests.serves(bench.catalogs(), name)))
                        && limit.until(() -> isReconciled(requests.metrics(metrics)));
        if (!reconciled) {
            throw new IllegalStateException("not reconciled within %d s".formatted(LIMIT.toSeconds()));
        }
    }

    private static boolean isReconciled(PrometheusText metrics) {
        boolean extensions = SmallOperators.names(EXTENSIONS).stream()
                .allMatch(name -> metrics.sum(
                                "olm4j_extension_reconciliations_total",
                                "extension=\"" + name + "\"",
                                "outcome=\"in-place\"")
                        > 0);
        double sets = metrics.sum("controller_runtime_reconcile_total", "controller=\"clusterobjectset\"")
                - metrics.sum("controller_runtime_reconcile_errors_total", "controller=\"clusterobjectset\"");
        return extensions
                && sets >= EXTENSIONS
                && metrics.sum("workqueue_depth") == 0
                && metrics.sum("controller_runtime_active_workers") == 0;
    }

    private static void serveLargeCatalogs(BenchCluster bench, Path scratch) throws Exception {
        Path written = Files.createTempDirectory(scratch, "large-");
        new GeneratedCatalogs(RealCatalog.yaml()).write(written, CATALOGS, BYTES, SEED);
        for (String name : largeCatalogs().toList()) {
            Path catalog = Files.createTempDirectory(scratch, "large-");
            Files.move(written.resolve(name + ".jsonl"), catalog.resolve("catalog.json"));
            bench.serve(name, catalog);
        }
    }

    private static Stream<String> largeCatalogs() {
        return Stream.iterate(1, i -> i <= CATALOGS, i -> i + 1).map("catalog-%02d"::formatted);
    }
}
