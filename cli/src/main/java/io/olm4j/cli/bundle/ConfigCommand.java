package io.olm4j.cli.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.config.ConfigurationField;
import io.olm4j.bundle.config.ConfigurationSchema;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.output.Table;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.SourceContent;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm bundle config}. */
@Command(
        name = "config",
        description = {
            "Prints the configuration options of a bundle, for spec.config.inline of a ClusterExtension: a table,"
                    + " or with -o the whole JSON schema.",
            "Exits with 1 if the bundle cannot be read."
        },
        mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            paramLabel = ContentSource.LABEL,
            description = "The directory of a bundle, with manifests/ and metadata/, or the image of one.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String bundle;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        try (ContentSource source = ContentSource.ofBundles()) {
            return print(source.open(bundle));
        }
    }

    private int print(SourceContent content) throws IOException {
        return switch (BundleReader.read(content.directory())) {
            case BundleReading.Unreadable(var findings, var _) -> {
                findings.forEach(finding -> ErrorLines.print(
                        spec.commandLine().getErr(), content.name() + "/" + finding.file() + ": " + finding.message()));
                yield ExitCode.SOFTWARE;
            }
            case BundleReading.Read(RegistryV1 read) -> {
                Set<InstallMode> modes = read.csv().installModes();
                ObjectNode schema = ConfigurationSchema.jsonSchema(modes);
                output.print(spec.commandLine().getOut(), schema, (out, _) -> print(out, modes));
                yield ExitCode.OK;
            }
        };
    }

    private static void print(PrintWriter out, Set<InstallMode> modes) {
        Table table = new Table("FIELD", "TYPE", "REQUIRED", "WHAT IT DOES");
        for (ConfigurationField field : ConfigurationSchema.fields(modes)) {
            table.addRow(List.of(field.name(), field.type(), field.required() ? "yes" : "no", field.description()));
        }
        table.print(out);
    }
}
