package io.olm4j.cli.extension;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.extension.AwaitedState.Progress;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.GoDuration;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension wait}. */
@Command(
        name = "wait",
        description = {
            "Waits until an extension is installed as its spec says, and healthy; shows the progress.",
            "It needs the rights to get, list and watch ClusterExtensions. Exits with 1 if the time is over, or as soon"
                    + " as the controller waits for a change by a user."
        },
        mixinStandardHelpOptions = true)
final class ExtensionWaitCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = "--for",
            paramLabel = "STATE",
            defaultValue = "installed",
            converter = AwaitedState.Converter.class,
            description = "installed, or version=VERSION. Default: ${DEFAULT-VALUE}.")
    private AwaitedState awaited = new AwaitedState(Optional.empty());

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = GoDuration.class,
            description = "The longest time to wait. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofMinutes(5);

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Override
    public Integer call() {
        return connection.use(this::await);
    }

    private int await(KubernetesClient client) {
        var _ = new ExtensionReads(client).extension(name);
        BlockingQueue<Progress> news = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterExtension> _ =
                client.resources(ClusterExtension.class).withName(name).inform(new News(news))) {
            return follow(news);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OlmException("interrupted", e);
        }
    }

    private int follow(BlockingQueue<Progress> news) throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        long end = System.nanoTime() + timeout.toNanos();
        String shown = "";
        for (; ; ) {
            Progress progress = news.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (progress) {
                case null -> {
                    err.println("olm: " + awaited + " of " + name + " was not reached within " + timeout.toSeconds()
                            + " s" + (shown.isEmpty() ? "" : "; " + shown));
                    return ExitCode.SOFTWARE;
                }
                case Progress.Reached() -> {
                    spec.commandLine().getOut().println(name + ": " + awaited + " is reached");
                    return ExitCode.OK;
                }
                case Progress.Impossible(String message) -> {
                    err.println("olm: " + awaited + " of " + name + " cannot be reached: " + message);
                    return ExitCode.SOFTWARE;
                }
                case Progress.Pending(String message) -> {
                    if (!message.equals(shown)) {
                        err.println(name + ": " + message);
                        shown = message;
                    }
                }
            }
        }
    }

    /** Turns events of the API server into progress. */
    private final class News implements ResourceEventHandler<ClusterExtension> {

        private final BlockingQueue<Progress> news;

        private News(BlockingQueue<Progress> news) {
            this.news = news;
        }

        @Override
        public void onAdd(ClusterExtension extension) {
            news.add(awaited.of(extension));
        }

        @Override
        public void onUpdate(ClusterExtension before, ClusterExtension after) {
            news.add(awaited.of(after));
        }

        @Override
        public void onDelete(ClusterExtension extension, boolean finalStateUnknown) {
            news.add(new Progress.Impossible("it was deleted"));
        }
    }
}
