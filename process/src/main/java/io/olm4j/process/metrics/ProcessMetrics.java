package io.olm4j.process.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.BooleanSupplier;

/** Creates the registry of a process and the metrics that every process has. */
public final class ProcessMetrics {

    private ProcessMetrics() {}

    /**
     * A registry with the metrics of the process, of the JVM and of the build; the caller closes it.
     *
     * @param version of olm4j
     * @param revision the commit that it was built from, or {@code unknown}
     */
    public static PrometheusMeterRegistry registry(String version, String revision) {
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        OperatingSystemMetrics.bind(meters);
        new JvmInfoMetrics().bindTo(meters);
        new JvmMemoryMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
        new ClassLoaderMetrics().bindTo(meters);
        var collector = new JvmGcMetrics();
        collector.bindTo(meters);
        Gauge.builder("olm.build.info", () -> 1)
                .description("Which olm4j this is")
                .tag("version", version)
                .tag("revision", revision)
                .register(meters);
        return meters;
    }

    /**
     * Adds a metric that says whether this replica leads.
     *
     * @param lease the name of the lease
     * @param leads asked at each scrape
     */
    public static void leadership(MeterRegistry meters, String lease, BooleanSupplier leads) {
        Gauge.builder("leader.election.master.status", () -> leads.getAsBoolean() ? 1 : 0)
                .description("1 for the replica that leads, 0 for the others")
                .tag("name", lease)
                .register(meters);
    }
}
