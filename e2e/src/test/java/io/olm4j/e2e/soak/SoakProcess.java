package io.olm4j.e2e.soak;

import io.olm4j.testsupport.OlmRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A role of olm4j as a process that is killed, suspended and started again, on the same files. */
final class SoakProcess implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** Shorter than the long faults, so that a replica can lose it. */
    private static final List<String> SHORT_LEASE = List.of(
            "--leader-elect",
            "--leader-elect-lease-duration=15s",
            "--leader-elect-renew-deadline=10s",
            "--leader-elect-retry-period=2s");

    /** As in the manifests; no fault lasts as long as that lease. */
    private static final List<String> LEASE = List.of("--leader-elect");

    private final SoakRole role;
    private final Path directory;
    private final String kubeconfig;
    private final List<String> arguments;
    private final URI readiness;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final SoakClock clock;
    private OlmRun process;
    private List<String> lease = SHORT_LEASE;
    private int starts;
    private boolean wanted = true;

    /**
     * Starts it.
     *
     * @param directory for its log and its caches
     * @param health the address for its health
     * @param flags further ones
     */
    SoakProcess(SoakRole role, Path directory, String kubeconfig, String health, List<String> flags)
            throws IOException {
        this.role = role;
        this.directory = directory;
        this.kubeconfig = kubeconfig;
        List<String> all =
                new ArrayList<>(List.of("run", "--only=" + role.label(), "--health-probe-bind-address=" + health));
        all.addAll(flags);
        arguments = List.copyOf(all);
        readiness = URI.create("http://" + health + "/readyz");
        clock = new SoakClock(Files.createDirectories(directory));
        process = run();
    }

    private OlmRun run() {
        starts++;
        List<String> all = new ArrayList<>(arguments);
        all.addAll(lease);
        return OlmRun.start(directory, kubeconfig, all, Map.of("HOSTNAME", pod()), SoakClock.FLAG);
    }

    /** The name of the Pod that the process believes to be in; its leases name it. */
    String pod() {
        return "%s-%d".formatted(role.label(), starts);
    }

    long pid() {
        return process.pid();
    }

    /** The directory of its cache. */
    Path cache() {
        return directory.resolve("cache");
    }

    Path log() {
        return directory.resolve("log");
    }

    void kill() {
        wanted = false;
        process.close();
    }

    void start() {
        wanted = true;
        process = run();
    }

    /** Ends it as a kubelet does, and starts it with the lease of the manifests; returns the exit code. */
    int startWithLongLease() throws InterruptedException {
        int code = process.stop();
        lease = LEASE;
        start();
        return code;
    }

    /** Starts it again if it has ended by itself, as a kubelet does; whether it had. */
    boolean startIfEnded() {
        if (!wanted || process.isAlive()) {
            return false;
        }
        start();
        return true;
    }

    void suspend() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            process.signal(name);
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Sets its clock, until it ends, to the time of the machine plus a duration, which may be negative. */
    void setClock(Duration ahead) {
        try {
            clock.set(process.pid(), ahead);
        } catch (IOException e) {
            if (!process.endsWithin(TIMEOUT)) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** From now on each write to a file fails. */
    void fillDisk() {
        limitFiles("0:");
    }

    void emptyDisk() {
        limitFiles("unlimited:");
    }

    private void limitFiles(String limit) {
        try {
            int code = new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + limit)
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0 && process.isAlive()) {
                throw new IllegalStateException("prlimit ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    boolean isReady() {
        HttpRequest request = HttpRequest.newBuilder(readiness).timeout(TIMEOUT).build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        kill();
        http.close();
    }
}
