package io.olm4j.cli.bundle;

import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.cli.pack.Destination;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm bundle pack}. */
@Command(
        name = "pack",
        description = {
            "Makes the image of a bundle directory and pushes it, or writes it to an OCI layout; prints its reference by digest.",
            "The same content always gives the same digest."
        },
        mixinStandardHelpOptions = true)
final class PackCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "Holds manifests/ and metadata/.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path directory;

    @Parameters(index = "1", paramLabel = Destination.LABEL, description = "Where the image goes.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String destination;

    @Override
    public Integer call() throws IOException {
        Destination there = Destination.parse(destination);
        spec.commandLine().getOut().println(there.put(BundlePacker.pack(directory)));
        return ExitCode.OK;
    }
}
