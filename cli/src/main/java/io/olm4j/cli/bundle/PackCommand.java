package io.olm4j.cli.bundle;

import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.cli.pack.Destination;
import io.olm4j.cli.pack.PackParameters;
import io.olm4j.oci.pack.BuiltImage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code olm bundle pack}. */
@Command(
        name = "pack",
        description = {
            "Builds the image of a bundle directory, with manifests/ and metadata/, and pushes it or writes it to"
                    + " an OCI layout. Prints the reference by digest.",
            "The same content gives the same digest."
        },
        mixinStandardHelpOptions = true)
final class PackCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PackParameters parameters = new PackParameters();

    @Override
    public Integer call() throws IOException {
        Destination there = parameters.destination();
        try (BuiltImage image = BundlePacker.pack(parameters.directory())) {
            spec.commandLine().getOut().println(there.put(image));
        }
        return ExitCode.OK;
    }
}
