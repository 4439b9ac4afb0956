package io.olm4j.cli.crddiff;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.cli.batch.Batch;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.SourceContent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
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

/** {@code olm crd-diff}. */
@Command(
        name = "crd-diff",
        description = {
            "Checks whether an upgrade of CustomResourceDefinitions invalidates stored resources or breaks clients.",
            "Exits with 1 if it does."
        },
        mixinStandardHelpOptions = true)
public final class CrdDiffCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Input input;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    /** Either two sources, or a file that names many pairs. */
    private static final class Input {
        @ArgGroup(exclusive = false)
        private @Nullable Pair pair;

        @Option(
                names = "--batch",
                paramLabel = "FILE",
                description = {
                    "Read lines OLD<TAB>NEW<TAB>CRDNAME from FILE (- is standard input) and answer each with a"
                            + " line of JSON:",
                    "{\"old\",\"new\",\"crd\",\"errors\":[]}, or \"error\" instead of \"errors\" if it cannot be"
                            + " judged."
                })
        private @Nullable String batch;
    }

    /** What is compared. */
    private static final class Pair {
        @Parameters(
                index = "0",
                paramLabel = "OLD",
                description = "The installed definitions: a file of manifests, a bundle directory or a bundle image.")
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private String old;

        @Parameters(index = "1", paramLabel = "NEW", description = "The new definitions, paired by name.")
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private String latest;
    }

    @Override
    public Integer call() throws IOException {
        if (input.batch != null && output.isDocument()) {
            throw new ParameterException(
                    spec.commandLine(), "-o json and -o yaml go with OLD and NEW; a batch answers with lines of JSON");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (ContentSource source = ContentSource.ofBundles()) {
            if (input.pair == null) {
                Batch.answer(String.valueOf(input.batch), out, new CrdDiffBatch(source)::answer);
                return ExitCode.OK;
            }
            return compare(input.pair, source, out);
        }
    }

    private int compare(Pair pair, ContentSource source, PrintWriter out) throws IOException {
        Map<String, ObjectNode> old = crds(source.open(pair.old));
        Map<String, ObjectNode> latest = crds(source.open(pair.latest));
        if (old.isEmpty() && latest.isEmpty()) {
            throw new OlmException("neither " + pair.old + " nor " + pair.latest
                    + " contains a CustomResourceDefinition; name a file of manifests or a bundle that has one");
        }
        List<Comparison> comparisons = output.printAll(out, Comparison.of(old, latest), Comparison::print);
        return comparisons.stream().anyMatch(Comparison::isUnsafe) ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    /** A bundle may have none, a file that has none is the wrong one. */
    private static Map<String, ObjectNode> crds(SourceContent source) throws IOException {
        Map<String, ObjectNode> crds = CrdFiles.read(source);
        if (crds.isEmpty() && !Files.isDirectory(source.path())) {
            throw new OlmException(
                    source.name() + " contains no CustomResourceDefinition; name a file of manifests or a bundle"
                            + " directory that has one");
        }
        return crds;
    }
}
