package io.olm4j.cli.bundle;

import io.olm4j.cli.batch.Batch;
import io.olm4j.cli.batch.Line;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.ContentSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm bundle render}. */
@Command(
        name = "render",
        description = {
            "Prints the Kubernetes objects that install bundles, as the controller would apply them.",
            "Exits with 1 if a bundle cannot be installed with these options, after it has rendered all others."
        },
        mixinStandardHelpOptions = true)
final class BundleRenderCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Input input;

    @Mixin
    private final InstallOptions install = new InstallOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = {
                "yaml: the objects as documents (the default);",
                "jsonl: a line for each bundle, {\"bundle\":DIR,\"objects\":[…]} or {\"bundle\":DIR,\"error\":\"…\"}."
            })
    private RenderFormat format = RenderFormat.YAML;

    private int exitCode = ExitCode.OK;

    /** Either directories, or a file that names them. */
    private static final class Input {
        @Parameters(
                arity = "1..*",
                paramLabel = ContentSource.LABEL,
                description = "Directories of bundles, with manifests/ and metadata/, or images of bundles.")
        private List<String> bundles = List.of();

        @Option(
                names = "--from-file",
                paramLabel = "LIST",
                description = "Read a directory or an image from each line of LIST; - is standard input.")
        private @Nullable String list;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if ("-".equals(input.list) && install.readsStandardInput()) {
            throw new ParameterException(
                    spec.commandLine(), "--from-file and --config cannot both read standard input: give one a file");
        }
        install.read();
        try (ContentSource source = ContentSource.ofBundles()) {
            if (input.list != null) {
                Batch.answer(input.list, out, line -> line.tooLong() ? tooLong(line) : answer(source, line.text()));
                return exitCode;
            }
            for (String bundle : input.bundles) {
                out.print(answer(source, bundle) + "\n");
                if (out.checkError()) {
                    throw new OlmException("the output cannot be written: its reader is gone, or the disk is full");
                }
            }
            return exitCode;
        }
    }

    private String tooLong(Line line) {
        return failed("line " + line.number(), new BundleRendering.Failed("the line is too long"), ExitCode.USAGE);
    }

    private String answer(ContentSource source, String bundle) {
        Path directory;
        try {
            directory = source.open(bundle).directory();
        } catch (OlmException | UncheckedIOException e) {
            String problem = withoutSubject(bundle, Failures.describe(e));
            return failed(bundle, new BundleRendering.Failed(problem), ExitCode.USAGE);
        }
        return switch (install.render(directory)) {
            case BundleRendering.Done(var objects) -> format.text(bundle, objects);
            case BundleRendering.Failed failed -> failed(bundle, failed, ExitCode.SOFTWARE);
        };
    }

    /** A problem without the bundle at its beginning, because {@link #failed} names the bundle. */
    private static String withoutSubject(String bundle, String problem) {
        String subject = bundle + ": ";
        String quoted = "\"" + bundle + "\" is";
        if (problem.startsWith(quoted)) {
            return "it is" + problem.substring(quoted.length());
        }
        return problem.startsWith(subject) ? problem.substring(subject.length()) : problem;
    }

    private String failed(String directory, BundleRendering.Failed failed, int code) {
        exitCode = Math.max(exitCode, code);
        if (format != RenderFormat.JSONL) {
            ErrorLines.print(
                    spec.commandLine().getErr(), (directory.isEmpty() ? "" : directory + ": ") + failed.oneLine());
        }
        return format.error(directory, failed);
    }
}
