package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterExtensionSpec.Config;
import io.olm4j.cli.bundle.ConfigurationFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the configuration of an extension, as {@code olm rbac} and {@code olm bundle render} have them. */
final class ConfigurationOptions {

    private static final String INLINE = "Inline";
    private static final String AUTO = "auto";

    @Option(
            names = "--watch-namespace",
            paramLabel = "NS",
            description = "The only namespace it watches, as watchNamespace in spec.config.inline. Default: all, if the"
                    + " bundle supports that.")
    private @Nullable String watchNamespace;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A file with the configuration, in YAML or JSON, for spec.config.inline; - is standard input.")
    private @Nullable Path config;

    /**
     * Reads the configuration.
     *
     * @return empty if the user gave none
     * @throws IOException if the file cannot be read
     * @throws io.olm4j.cli.command.OlmException if it holds no configuration
     */
    Optional<Config> read(CommandLine command) throws IOException {
        if (AUTO.equals(watchNamespace)) {
            throw new ParameterException(
                    command, "--watch-namespace auto is for commands that read a bundle: name the namespace");
        }
        Optional<ObjectNode> given = ConfigurationFile.read(config, watchNamespace);
        return ConfigurationFile.watching(given, Optional.ofNullable(watchNamespace))
                .map(inline -> new Config(INLINE, inline));
    }
}
