package io.olm4j.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.catalogrender.RenderException;
import io.olm4j.cli.bundle.BundleCommand;
import io.olm4j.cli.catalog.CatalogCommand;
import io.olm4j.cli.cluster.DownCommand;
import io.olm4j.cli.cluster.LogsCommand;
import io.olm4j.cli.cluster.UpCommand;
import io.olm4j.cli.clusterupgrade.ClusterUpgradeCommand;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.command.StandardOutput;
import io.olm4j.cli.crddiff.CrdDiffCommand;
import io.olm4j.cli.demo.DemoCommand;
import io.olm4j.cli.doctor.DoctorCommand;
import io.olm4j.cli.extension.ExtensionCommand;
import io.olm4j.cli.extension.StatusCommand;
import io.olm4j.cli.extension.WhoCommand;
import io.olm4j.cli.kube.ApiFailures;
import io.olm4j.cli.output.VisibleText;
import io.olm4j.cli.packages.PackageCommand;
import io.olm4j.cli.packages.SearchCommand;
import io.olm4j.cli.plan.PlanCommand;
import io.olm4j.cli.rbac.RbacCommand;
import io.olm4j.cli.resolve.ResolveCommand;
import io.olm4j.cli.run.RunCommand;
import io.olm4j.cli.versions.VersionsCommand;
import io.olm4j.localcluster.LocalClusterException;
import io.olm4j.localcluster.assets.AssetsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/** The command line of olm4j. Exit codes: 0 ok, 1 a negative result, 2 wrong usage or an input/output error. */
@Command(
        name = "olm",
        description = "Installs and upgrades Kubernetes operators from catalogs: OLM v1 in Java.",
        mixinStandardHelpOptions = true,
        versionProvider = OlmVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:ok", "1:a negative result", "2:wrong usage, or an input/output error"})
public final class Olm implements Runnable {

    private static final List<Class<?>> COMMANDS = List.of(
            UpCommand.class,
            DownCommand.class,
            LogsCommand.class,
            DemoCommand.class,
            RunCommand.class,
            StatusCommand.class,
            DoctorCommand.class,
            ExtensionCommand.class,
            PlanCommand.class,
            WhoCommand.class,
            ResolveCommand.class,
            CatalogCommand.class,
            SearchCommand.class,
            PackageCommand.class,
            BundleCommand.class,
            CrdDiffCommand.class,
            ClusterUpgradeCommand.class,
            RbacCommand.class,
            VersionsCommand.class,
            VersionCommand.class,
            HelpCommand.class,
            CompletionCommand.class,
            CompleteCommand.class);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Runs the command that the arguments name and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(execute(args, StandardOutput.writer(), new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
    }

    /** The exit code: 2 if not all of the output could be written, whatever the result was. */
    private static int execute(String[] args, PrintWriter out, PrintWriter err) {
        try {
            int exitCode = commandLine(args)
                    .setOut(out)
                    .setErr(VisibleText.writer(err))
                    .execute(args);
            if (exitCode < ExitCode.USAGE && out.checkError()) {
                ErrorLines.print(err, "the output cannot be written: its reader is gone, or the disk is full");
                return ExitCode.USAGE;
            }
            return exitCode;
        } catch (StandardOutput.ReaderGoneException _) {
            return StandardOutput.READER_GONE;
        } catch (OutOfMemoryError _) {
            ErrorLines.print(err, "out of memory: set JAVA_TOOL_OPTIONS=-Xmx4g");
            return ExitCode.USAGE;
        }
    }

    /** The command line with every command, and with errors as one sentence on standard error. */
    static CommandLine commandLine() {
        var olm = new CommandLine(new Olm());
        CommandTree.addAll(olm, COMMANDS);
        return configured(olm);
    }

    /** The same with the commands that these arguments need. */
    public static CommandLine commandLine(String... args) {
        var olm = new CommandLine(new Olm());
        CommandTree.addNeeded(olm, COMMANDS, List.of(args));
        return configured(olm);
    }

    /** Every command has the option {@code --version}, but picocli asks only the first one for the version. */
    private static void tellVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new OlmVersion());
        command.getSubcommands().values().forEach(Olm::tellVersion);
    }

    private static CommandLine configured(CommandLine olm) {
        tellVersion(olm);
        return olm.setHelpFactory(HelpPage::new)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionStrategy(Olm::run)
                .setExitCodeExceptionMapper(_ -> ExitCode.USAGE)
                .setExecutionExceptionHandler((e, commandLine, _) -> {
                    switch (e) {
                        case OlmException _, RenderException _, IOException _, UncheckedIOException _ ->
                            ErrorLines.print(commandLine.getErr(), Failures.describe(e));
                        case AssetsException _, LocalClusterException _ ->
                            ErrorLines.print(
                                    commandLine.getErr(),
                                    Failures.clause(Failures.describe(e)).replaceFirst("\\.$", ""));
                        case KubernetesClientException refusal ->
                            ErrorLines.print(commandLine.getErr(), ApiFailures.describe(refusal));
                        case StandardOutput.ReaderGoneException _ -> {
                            return StandardOutput.READER_GONE;
                        }
                        default -> throw e;
                    }
                    return ExitCode.USAGE;
                });
    }

    /**
     * Runs a command, or prints its help. picocli would report a closed output during the help as an internal error.
     */
    private static int run(ParseResult parsed) {
        try {
            return new RunLast().execute(parsed);
        } catch (StandardOutput.ReaderGoneException _) {
            return StandardOutput.READER_GONE;
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), MissingArguments.NO_COMMAND);
    }
}
