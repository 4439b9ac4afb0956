package io.olm4j.cli.bundle;

import io.olm4j.bundle.Finding;
import io.olm4j.bundle.check.BundleCheck;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.SourceContent;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm bundle validate}. */
@Command(
        name = "validate",
        description = {
            "Checks bundles and prints every finding with its file: what prevents reading, rendering or"
                    + " creating the objects.",
            "Exits with 1 if there is a finding; warnings do not count."
        },
        mixinStandardHelpOptions = true)
final class BundleValidateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = ContentSource.LABEL,
            description = "Directories of bundles, with manifests/ and metadata/, or images of bundles.")
    private List<String> bundles = List.of();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private record Result(String bundle, boolean valid, List<Finding> findings, List<Finding> warnings) {
        static Result of(SourceContent bundle) {
            BundleCheck.Result result = BundleCheck.check(bundle.directory());
            return new Result(bundle.name(), result.findings().isEmpty(), result.findings(), result.warnings());
        }
    }

    @Override
    public Integer call() throws IOException {
        try (ContentSource source = ContentSource.ofBundles()) {
            List<Result> results = output.printAll(
                    spec.commandLine().getOut(),
                    bundles.stream().map(source::open).map(Result::of),
                    BundleValidateCommand::print);
            return results.stream().allMatch(Result::valid) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private static void print(PrintWriter out, Result result) {
        result.warnings()
                .forEach(warning ->
                        out.println(result.bundle() + "/" + warning.file() + ": warning: " + warning.message()));
        result.findings()
                .forEach(finding -> out.println(result.bundle() + "/" + finding.file() + ": " + finding.message()));
        int count = result.findings().size();
        out.println(result.bundle() + ": "
                + (result.valid() ? "valid" : "invalid, " + count + (count == 1 ? " finding" : " findings")));
    }
}
