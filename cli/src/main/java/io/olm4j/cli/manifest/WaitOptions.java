package io.olm4j.cli.manifest;

import io.olm4j.cli.kube.GoDuration;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options {@code --wait} and {@code --timeout}. */
public final class WaitOptions {

    @Option(
            names = "--wait",
            arity = "0..1",
            paramLabel = "true|false",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Wait until it is done, with the progress on standard error. Default: ${DEFAULT-VALUE}.")
    private boolean waits = true;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = GoDuration.class,
            description = "The longest time to wait. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofMinutes(5);

    /** Whether the command waits. */
    public boolean waits() {
        return waits;
    }

    /** The longest time to wait. */
    public Duration timeout() {
        return timeout;
    }
}
