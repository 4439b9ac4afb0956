package io.olm4j.bench.scenario;

import io.olm4j.api.ClusterExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Installs twenty operators of a real catalog, each alone and all at once. Then it counts the requests of each alone,
 * by the audit log; nothing is timed meanwhile.
 */
final class RealScenario implements Scenario {

    /** Lets operators with webhooks run without cert-manager. */
    private static final String CERTIFICATES = "--certificates=service-ca";

    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "real";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                InstalledWatch watch = new InstalledWatch(bench.admin(), LIMIT)) {
            bench.restartOlm(CERTIFICATES);
            RealOperators.serve(bench, settings.directory());
            for (int run = 0; run < settings.runs(); run++) {
                bench.restartOlm(CERTIFICATES);
                // The first one in new processes is not the measured one.
                install(bench, watch, RealOperators.ALL.getFirst());
                delete(bench, watch, List.of(RealOperators.ALL.getFirst()));
                alone(bench, watch, figures);
                atOnce(bench, watch, figures);
            }
            count(bench, watch, figures);
        }
    }

    private static void alone(BenchCluster bench, InstalledWatch watch, Figures figures) throws Exception {
        bench.awaitQuiet();
        double loadAverage = MachineClock.loadAverage();
        MachineClock before = MachineClock.now();
        List<Double> all = new ArrayList<>();
        for (RealOperator operator : RealOperators.ALL) {
            bench.awaitQuiet();
            double seconds = install(bench, watch, operator);
            figures.add(operator.packageName() + " alone", "wall", "s", seconds);
            all.add(seconds);
            delete(bench, watch, List.of(operator));
        }
        figures.add("a real operator alone", "median of twenty", "s", Percentiles.of(all, 50));
        figures.add("a real operator alone", "longest of twenty", "s", Percentiles.of(all, 100));
        double others = MachineClock.now().othersSince(before);
        figures.add(new MachineLoad("real operators alone", loadAverage, others, others));
    }

    private static void atOnce(BenchCluster bench, InstalledWatch watch, Figures figures) throws Exception {
        String subject = "twenty real operators at once";
        List<Double> each = new ArrayList<>();
        new Measurement(bench, figures).of(subject, () -> {
            Map<String, Long> created = new HashMap<>();
            for (RealOperator operator : RealOperators.ALL) {
                created.put(operator.packageName(), System.nanoTime());
                bench.admin().resource(operator.extension()).create();
            }
            for (RealOperator operator : RealOperators.ALL) {
                String name = operator.packageName();
                long installed = Optional.ofNullable(watch.awaitInstalled(List.of(name), operator.version())
                                .get(name))
                        .orElseThrow();
                each.add((installed - created.getOrDefault(name, 0L)) / 1e9);
            }
        });
        figures.add(subject, "median of twenty", "s", Percentiles.of(each, 50));
        delete(bench, watch, RealOperators.ALL);
    }

    private static void count(BenchCluster bench, InstalledWatch watch, Figures figures) throws Exception {
        bench.killOlm();
        AuditLog audit = new AuditLog(bench.cluster().startAudit());
        bench.restartOlm(CERTIFICATES);
        install(bench, watch, RealOperators.ALL.getFirst());
        delete(bench, watch, List.of(RealOperators.ALL.getFirst()));
        for (RealOperator operator : RealOperators.ALL) {
            bench.awaitQuiet();
            audit.start();
            install(bench, watch, operator);
            List<AuditLog.Request> requests = audit.requests();
            String subject = operator.packageName() + " alone";
            figures.note(subject + ": " + AuditLog.kinds(requests));
            figures.add(subject, "requests of olm4j", "", requests.size());
            figures.add(subject, "reviews of olm4j", "", (double)
                    requests.stream().filter(AuditLog.Request::isReview).count());
            delete(bench, watch, List.of(operator));
        }
    }

    /** Returns the seconds from its creation until it is installed. */
    private static double install(BenchCluster bench, InstalledWatch watch, RealOperator operator)
            throws InterruptedException {
        String manifest = operator.extension();
        long start = System.nanoTime();
        bench.admin().resource(manifest).create();
        var _ = watch.awaitInstalled(List.of(operator.packageName()), operator.version());
        return (System.nanoTime() - start) / 1e9;
    }

    private static void delete(BenchCluster bench, InstalledWatch watch, List<RealOperator> operators)
            throws InterruptedException {
        List<String> names = operators.stream().map(RealOperator::packageName).toList();
        names.forEach(name ->
                bench.admin().resources(ClusterExtension.class).withName(name).delete());
        watch.awaitGone(names);
    }
}
