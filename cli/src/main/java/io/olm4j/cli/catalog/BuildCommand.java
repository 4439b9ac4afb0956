package io.olm4j.cli.catalog;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.pack.CatalogPacker;
import io.olm4j.cli.pack.Destination;
import io.olm4j.cli.pack.PackParameters;
import io.olm4j.fbc.CatalogFiles;
import io.olm4j.fbc.validation.CatalogFinding;
import io.olm4j.fbc.validation.CatalogValidator;
import io.olm4j.oci.pack.BuiltImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code olm catalog build}. */
@Command(
        name = "build",
        description = {
            "Builds the image of a catalog directory and pushes it or writes it to an OCI layout. Prints the"
                    + " reference by digest.",
            "The same content gives the same digest. If the catalog is not valid, the command prints its findings"
                    + " and exits with 1."
        },
        mixinStandardHelpOptions = true)
final class BuildCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PackParameters parameters = new PackParameters();

    @Override
    public Integer call() throws IOException {
        Destination there = parameters.destination();
        Path directory = parameters.directory();
        List<CatalogFinding> findings = CatalogValidator.validate(directory);
        if (!findings.isEmpty()) {
            findings.forEach(finding -> FindingLines.print(spec.commandLine().getErr(), "olm: " + directory, finding));
            return ExitCode.SOFTWARE;
        }
        if (CatalogFiles.list(directory).isEmpty()) {
            throw new OlmException(directory + " has no catalog files: name the directory of a catalog");
        }
        try (BuiltImage image = CatalogPacker.pack(directory)) {
            spec.commandLine().getOut().println(there.put(image));
        }
        return ExitCode.OK;
    }
}
