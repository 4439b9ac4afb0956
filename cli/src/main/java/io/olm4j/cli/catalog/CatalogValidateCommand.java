package io.olm4j.cli.catalog;

import io.olm4j.cli.batch.Batch;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.output.VisibleText;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.SourceContent;
import io.olm4j.fbc.CatalogFiles;
import io.olm4j.fbc.validation.CatalogFinding;
import io.olm4j.fbc.validation.CatalogValidator;
import io.olm4j.versionranges.ShortList;
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

/** {@code olm catalog validate}. */
@Command(
        name = "validate",
        description = {
            "Validates file-based catalogs, as \"opm validate\" does, and prints every finding with file and line.",
            "Exits with 1 if there is a finding; a warning, as for an empty directory, does not count."
        },
        mixinStandardHelpOptions = true)
final class CatalogValidateCommand implements Callable<Integer> {
    /** A batch answer is one line; a run for the directory alone shows all findings. */
    private static final int MAX_BATCH_FINDINGS = 20;

    private static final String NO_CONTENT = "it has no file with catalog content; is this the right directory?";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Input input;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    /** Either directories, or a file that names them. */
    private static final class Input {
        @Parameters(
                arity = "1..*",
                paramLabel = ContentSource.LABEL,
                description = "Directories of file-based catalogs, or images of catalogs.")
        private List<String> catalogs = List.of();

        @Option(
                names = "--batch",
                paramLabel = "FILE",
                description = {
                    "Read a directory or an image from each line of FILE (- is standard input) and answer with a line:",
                    "DIR<TAB>valid or DIR<TAB>invalid<TAB>findings."
                })
        private @Nullable String batch;
    }

    private record Result(String directory, boolean valid, List<CatalogFinding> findings, List<String> warnings) {
        static Result of(SourceContent catalog) {
            try {
                List<CatalogFinding> findings = CatalogValidator.validate(catalog.path());
                return new Result(catalog.name(), findings.isEmpty(), findings, warnings(catalog.path(), findings));
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }

        private static List<String> warnings(Path directory, List<CatalogFinding> findings) throws IOException {
            return findings.isEmpty() && CatalogFiles.list(directory).isEmpty() ? List.of(NO_CONTENT) : List.of();
        }
    }

    @Override
    public Integer call() throws IOException {
        if (input.batch != null && !output.isText()) {
            throw new ParameterException(spec.commandLine(), "-o goes with DIR; a batch answers with lines of text");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (ContentSource source = ContentSource.ofCatalogs()) {
            if (input.batch != null) {
                Batch.answer(
                        input.batch,
                        out,
                        line -> line.tooLong()
                                ? invalid("line " + line.number(), "the line is too long")
                                : answer(source, line.text()));
                return ExitCode.OK;
            }
            List<Result> results = output.printAll(
                    out, input.catalogs.stream().map(source::open).map(Result::of), CatalogValidateCommand::print);
            return results.stream().allMatch(Result::valid) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private static void print(PrintWriter out, Result result) {
        for (CatalogFinding finding : result.findings()) {
            FindingLines.print(out, result.directory(), finding);
        }
        String directory = VisibleText.inLine(result.directory());
        result.warnings().forEach(warning -> out.println(directory + ": warning: " + warning));
        int count = result.findings().size();
        out.println(directory + ": "
                + (result.valid() ? "valid" : "invalid, " + count + (count == 1 ? " finding" : " findings")));
    }

    private static String answer(ContentSource source, String directory) {
        try {
            List<CatalogFinding> findings =
                    CatalogValidator.validate(source.open(directory).path());
            return findings.isEmpty() ? directory + "\tvalid" : invalid(directory, summary(findings));
        } catch (IOException | OlmException e) {
            return invalid(directory, Failures.describe(e));
        }
    }

    private static String invalid(String directory, String message) {
        return directory + "\tinvalid\t"
                + VisibleText.inLine(message.replace('\n', ' ').replace('\t', ' '));
    }

    private static String summary(List<CatalogFinding> findings) {
        return ShortList.of(MAX_BATCH_FINDINGS, "; ", findings);
    }
}
