package io.olm4j.cli.run;

import io.olm4j.cli.command.BuildInfo;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.log.Logging;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code olm run}. */
@Command(
        name = "run",
        description = {
            "Runs operator-controller and catalogd, or one of them, against a cluster that has the manifests of olm4j.",
            "The cluster is that of KUBECONFIG, or that of this pod."
        },
        footerHeading = "%nEnvironment:%n",
        footer = "A variable sets each flag: OLM_LEADER_ELECT=true for --leader-elect. A flag on the command line"
                + " takes precedence. An empty text, file or address counts as not set.",
        sortOptions = false,
        defaultValueProvider = EnvironmentDefaults.class,
        preprocessor = UnsetFlags.class,
        mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "ROLE",
            converter = Role.Converter.class,
            completionCandidates = Role.Names.class,
            description = "Run one of them only: operator-controller (or controller), or catalogd.")
    private @Nullable Role only;

    @Option(
            names = "--end-with-input",
            hidden = true,
            description = "End when standard input ends, so that this process ends with its parent.")
    private boolean endWithInput;

    @Mixin
    private final ProcessFlags process = new ProcessFlags();

    @Mixin
    private final OperatorControllerFlags controller = new OperatorControllerFlags();

    @Mixin
    private final CatalogdFlags catalogd = new CatalogdFlags();

    @Override
    public Integer call() throws Exception {
        refuseFlagsOfOthers();
        RunSettings settings = new SettingsReader(Optional.ofNullable(only), process, controller, catalogd).read();
        Logging.start(process.logFormat, process.verbosity);
        BuildInfo build = BuildInfo.current();
        OlmServer server = new OlmServer(settings, build.version(), build.commit());
        if (endWithInput) {
            Thread.ofPlatform().daemon().name("input").start(() -> awaitEnd(System.in, server));
        }
        return server.run();
    }

    private static void awaitEnd(InputStream input, OlmServer server) {
        try (input) {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // It has ended all the same.
        }
        server.end();
    }

    /** A flag of a role that does not run has no effect. */
    private void refuseFlagsOfOthers() {
        if (only == null) {
            return;
        }
        CommandSpec other = CommandSpec.forAnnotatedObject(
                only == Role.CATALOGD ? new OperatorControllerFlags() : new CatalogdFlags());
        Set<String> flags =
                other.options().stream().map(OptionSpec::longestName).collect(Collectors.toSet());
        spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(flags::contains)
                .findFirst()
                .ifPresent(flag -> {
                    throw new OlmException(
                            "%s is not a flag of %s: leave it out, or leave out --only".formatted(flag, only));
                });
    }
}
