package io.olm4j.bench.scenario;

import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * What the controllers and the control plane have used up to a moment, in seconds of CPU and in requests.
 *
 * @param controller CPU of operator-controller
 * @param catalogd CPU of catalogd
 * @param apiServer CPU of the API server
 * @param etcd CPU of etcd
 * @param requests answers of the API server to all clients
 */
record UsageSnapshot(
        MachineClock clock,
        double controller,
        double catalogd,
        double apiServer,
        double etcd,
        ApiServerRequests requests) {

    /** @param olm empty while the controllers do not run */
    static UsageSnapshot of(LocalCluster cluster, Optional<OlmRoles> olm) {
        return new UsageSnapshot(
                MachineClock.now(),
                olm.map(roles -> roles.controller().usage().cpuSeconds()).orElse(0.0),
                olm.map(roles -> roles.catalogd().usage().cpuSeconds()).orElse(0.0),
                cpu(cluster, Component.API_SERVER),
                cpu(cluster, Component.ETCD),
                ApiServerRequests.now(cluster.adminClient()));
    }

    private static double cpu(LocalCluster cluster, Component component) {
        return cluster.processes().stream()
                .filter(handle -> runs(handle.pid(), component))
                .findFirst()
                .flatMap(handle -> ProcessUsage.of(handle.pid()))
                .map(ProcessUsage::cpuSeconds)
                .orElseThrow(() -> new IllegalStateException(component.program() + " does not run"));
    }

    /** All components are one program, which the first argument tells apart. */
    private static boolean runs(long pid, Component component) {
        try {
            return Arrays.stream(Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                            .split("\0"))
                    .limit(2)
                    .map(word -> word.substring(word.lastIndexOf('/') + 1))
                    .anyMatch(component.program()::equals);
        } catch (NoSuchFileException ended) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
