package io.olm4j.cli.run;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.cli.command.OlmException;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.process.management.HealthChecks;
import io.olm4j.process.management.ManagementServer;
import io.olm4j.process.management.MetricsAccess;
import io.olm4j.process.metrics.ProcessMetrics;
import io.olm4j.process.tls.ReloadedTls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The roles of one process, from the settings to the exit code. */
final class OlmServer {

    private static final Logger LOG = LoggerFactory.getLogger(OlmServer.class);

    /** The time that the caller of a stop waits. */
    private static final Duration STOP_LIMIT = Duration.ofMillis(9_500);

    private final RunSettings settings;
    private final PrometheusMeterRegistry meters;
    private final Readiness readiness;
    private final List<AutoCloseable> running = new CopyOnWriteArrayList<>();

    /** The exit code, once the process is to end. */
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    /**
     * A process that has not been started.
     *
     * @param version of this build
     * @param commit of this build
     */
    OlmServer(RunSettings settings, String version, String commit) {
        this.settings = settings;
        this.meters = ProcessMetrics.registry(version, commit);
        this.readiness = new Readiness(settings.roles());
    }

    /**
     * Runs until the process is told to stop. It also ends when operator-controller loses its lease, when a role has
     * not reached its lease for ten minutes, when the default account is no longer that of the admission policies, and
     * when a thread ends by an error.
     *
     * @return the exit code: 0 when told to stop, 1 otherwise
     * @throws OlmException if it cannot start
     * @throws Exception if a role cannot start, for a reason that is not a sentence
     */
    int run() throws Exception {
        Map<Role, Config> clusters = new EnumMap<>(Role.class);
        settings.roles().forEach(role -> clusters.put(role, ClusterAccess.configuration(role)));
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "olm-stop"));
        LOG.info("Feature gates: {}", settings.gates());
        settings.gates().notes().forEach(LOG::warn);
        Thread.setDefaultUncaughtExceptionHandler(this::ended);
        try {
            serveHealth();
            KubernetesClient own =
                    ApiServerHttp.client(clusters.values().iterator().next());
            running.add(own);
            copyCertificate(own);
            startAll(clusters, own);
            return end.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof OlmException failure ? failure : e;
        } catch (Exception e) {
            end.completeExceptionally(e);
            throw e;
        } finally {
            closeAll();
            closed.complete(null);
        }
    }

    /**
     * A thread has ended by an exception that nothing expected. An error, such as no memory for another thread, may
     * have ended the election or the reconciles of a resource, which only a new process takes up again.
     */
    private void ended(Thread thread, Throwable cause) {
        LOG.atError().addKeyValue("thread", thread.getName()).setCause(cause).log("A thread ended with an error");
        if (cause instanceof Error) {
            end.complete(1);
        }
    }

    private void serveHealth() throws IOException {
        if (settings.health().isPresent()) {
            running.add(ManagementServer.health(
                    settings.health().get(), HealthChecks.healthz(Map.of()), HealthChecks.readyz(readiness.checks())));
        }
    }

    private void copyCertificate(KubernetesClient client) throws IOException, InterruptedException {
        if (settings.ownCertificate().isPresent()) {
            new CertificateSecret(
                            client,
                            settings.systemNamespace(),
                            settings.ownCertificate().get(),
                            this::pause,
                            what -> settings.roles().forEach(role -> readiness.waitsFor(role, what)))
                    .copy(settings.roles().contains(Role.OPERATOR_CONTROLLER));
        }
    }

    private @Nullable Void serveMetrics(KubernetesClient client) throws IOException {
        if (settings.metrics().isPresent() && settings.tls().isPresent()) {
            ReloadedTls tls = settings.tls().get().load();
            running.add(ManagementServer.metrics(settings.metrics().get(), tls, meters, new MetricsAccess(client)));
        }
        return null;
    }

    /** Ends it, as if it had been told to stop. */
    void end() {
        end.complete(0);
    }

    /**
     * Both roles and the metrics at once: none needs the others to start. The first that cannot start ends the process,
     * even while another one still waits for the API server.
     *
     * @param own a client that belongs to no role
     */
    private void startAll(Map<Role, Config> clusters, KubernetesClient own) throws Exception {
        List<Callable<@Nullable Void>> starts = new ArrayList<>();
        starts.add(() -> serveMetrics(own));
        clusters.forEach((role, config) -> starts.add(() -> start(role, config)));
        var started = new ExecutorCompletionService<@Nullable Void>(
                task -> Thread.ofVirtual().start(task));
        for (Callable<@Nullable Void> start : starts) {
            var _ = started.submit(start);
        }
        int left = starts.size();
        try {
            for (; left > 0; left--) {
                started.take().get();
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof CompletionException lookup ? lookup.getCause() : e.getCause();
            Exception reason = cause instanceof Exception exception ? exception : e;
            // The others no longer wait, so that what they have started, such as a leadership, is closed too.
            end.completeExceptionally(reason);
            while (--left > 0 && started.poll(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS) != null) {
                LOG.debug("One of the other starts has ended");
            }
            throw reason;
        }
    }

    private @Nullable Void start(Role role, Config config) throws Exception {
        RoleContext context =
                RoleContext.of(settings, role, config, meters, this::pause, what -> readiness.waitsFor(role, what));
        // A new process reads its credentials and the CA anew, and its restarts show in the status of the Pod.
        context.leadership().onCutOff(() -> end.complete(1));
        AutoCloseable started = switch (role) {
            case OPERATOR_CONTROLLER -> {
                // What it remembers of its own writes may be outdated when it leads again: it starts anew.
                context.leadership().onLost(() -> end.complete(1));
                yield OperatorControllerRole.start(context, end::completeExceptionally);
            }
            case CATALOGD -> CatalogdRole.start(context);
        };
        running.add(started);
        if (!end.isDone()) {
            readiness.isReady(role);
            LOG.info("{} has started", role);
        }
        return null;
    }

    /** Waits; false as soon as the process is to end. */
    private boolean pause(Duration duration) {
        try {
            var _ = end.get(duration.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (ExecutionException | InterruptedException e) {
            return false;
        }
    }

    /** The JVM stops. After a signal its own exit code would be 143. */
    private void stop() {
        if (end.complete(0)) {
            LOG.info("Stopping");
        }
        try {
            closed.get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("Not everything ended within {} ms", STOP_LIMIT.toMillis());
        } catch (ExecutionException | InterruptedException e) {
            LOG.warn("Stopping failed", e);
        }
        if (!end.isCompletedExceptionally()) { // Otherwise the exit code is that of the failure.
            Runtime.getRuntime().halt(end.join());
        }
    }

    private void closeAll() throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(running.stream()
                    .<Callable<Void>>map(role -> () -> {
                        close(role);
                        return null;
                    })
                    .toList());
        }
    }

    private static void close(AutoCloseable role) {
        try {
            role.close();
        } catch (Exception e) {
            LOG.warn("{} did not end as it should", role, e);
        }
    }
}
