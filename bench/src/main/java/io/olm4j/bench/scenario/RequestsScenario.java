package io.olm4j.bench.scenario;

import java.util.List;
import java.util.function.Predicate;

/** Counts the requests of olm4j for each of twenty extensions, by the audit log; nothing is timed meanwhile. */
final class RequestsScenario implements Scenario {

    private static final int COUNT = 20;

    @Override
    public String name() {
        return "requests";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators = SmallOperators.push(bench, COUNT, SmallOperators.OLD, SmallOperators.NEW);
            List<String> names = operators.names();
            AuditLog audit = new AuditLog(bench.cluster().startAudit());
            bench.restartOlm();
            for (int run = 0; run < settings.runs(); run++) {
                operators.offer(SmallOperators.OLD);
                bench.awaitQuiet();
                audit.start();
                load.install(names, SmallOperators.OLD);
                add(figures, "an installation, %d at once".formatted(COUNT), audit);
                bench.awaitQuiet();
                audit.start();
                operators.offer(SmallOperators.OLD, SmallOperators.NEW);
                load.watch().awaitInstalled(names, SmallOperators.NEW);
                add(figures, "an upgrade, %d at once".formatted(COUNT), audit);
                bench.awaitQuiet();
                audit.start();
                load.delete(names);
                add(figures, "a deletion, %d at once".formatted(COUNT), audit);
            }
        }
    }

    private static void add(Figures figures, String subject, AuditLog audit) throws Exception {
        List<AuditLog.Request> requests = audit.requests();
        figures.note(subject + ": " + AuditLog.kinds(requests));
        figures.add(subject, "requests of olm4j", "", (double) requests.size() / COUNT);
        figures.add(subject, "writes of olm4j", "", count(requests, AuditLog.Request::isWrite) / COUNT);
        figures.add(subject, "reviews of olm4j", "", count(requests, AuditLog.Request::isReview) / COUNT);
    }

    private static double count(List<AuditLog.Request> requests, Predicate<AuditLog.Request> which) {
        return requests.stream().filter(which).count();
    }
}
