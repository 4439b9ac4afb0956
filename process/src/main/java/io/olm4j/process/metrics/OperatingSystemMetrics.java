package io.olm4j.process.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The operating system's figures for this process, under the metric names of Prometheus' own clients.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics">Prometheus, process
 *     metrics</a>
 */
final class OperatingSystemMetrics {

    private static final Path MEMORY = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    private OperatingSystemMetrics() {}

    static void bind(MeterRegistry meters) {
        gauge(
                meters,
                "process.start.time.seconds",
                "When the process started, in seconds since 1970",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu.seconds", system, bean -> bean.getProcessCpuTime() / 1e9)
                    .description("Processor time that the process used, in seconds")
                    .register(meters);
            gauge(
                    meters,
                    "process.open.fds",
                    "File descriptors that the process has open",
                    system::getOpenFileDescriptorCount);
            gauge(
                    meters,
                    "process.max.fds",
                    "File descriptors that the process may have open",
                    system::getMaxFileDescriptorCount);
        }
        if (Files.exists(MEMORY)) {
            gauge(
                    meters,
                    "process.resident.memory.bytes",
                    "Memory of the process that is not swapped out, in bytes",
                    OperatingSystemMetrics::residentBytes);
        }
    }

    private static void gauge(MeterRegistry meters, String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(meters);
    }

    /** {@code VmRSS:  123 kB}; not a number if the kernel does not say. */
    private static double residentBytes() {
        try (var lines = Files.lines(MEMORY)) {
            return lines.filter(line -> line.startsWith(RESIDENT))
                    .map(line -> line.substring(RESIDENT.length()).trim().split(" ", 2)[0])
                    .mapToDouble(kibibytes -> Long.parseLong(kibibytes) * 1024.0)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
