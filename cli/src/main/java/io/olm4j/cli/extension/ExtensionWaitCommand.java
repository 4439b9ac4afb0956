package io.olm4j.cli.extension;

import io.olm4j.cli.installed.AwaitedState;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ExtensionWaiting;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.GoDuration;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension wait}. */
@Command(
        name = "wait",
        description = {
            "Waits until an extension is installed as its spec says, and healthy, or until a version has rolled out;"
                    + " shows the progress.",
            "It needs the rights to get, list and watch ClusterExtensions. Exits with 1 if the time is over, or if the"
                    + " controller has waited for five seconds for a change that only a user can make."
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
            description = "installed, or version=VERSION, which also holds while a later bundle waits or rolls out."
                    + " Default: ${DEFAULT-VALUE}.")
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
        return connection.use(client -> {
            var _ = new ExtensionReads(client).extension(name);
            return new ExtensionWaiting(
                            name,
                            awaited,
                            timeout,
                            ExtensionWaiting.REACTION,
                            spec.commandLine().getOut(),
                            spec.commandLine().getErr())
                    .await(client);
        });
    }
}
