package io.olm4j.cli.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.cli.output.OutputFormat;
import io.olm4j.cli.output.ResultFormat;
import io.olm4j.cli.output.ResultFormat.Names;
import io.olm4j.cli.output.ResultFormat.Picked;
import io.olm4j.cli.output.ResultFormat.Structured;
import io.olm4j.cli.output.ResultFormat.TableFormat;
import io.olm4j.cli.output.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options {@code --dry-run} and {@code -o} of the commands that write objects. */
public final class ManifestOptions {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            converter = ResultFormat.Converter.class,
            completionCandidates = ResultFormat.Words.class,
            description = "One of table, wide, json, yaml, name, jsonpath=TEMPLATE. json and yaml print the manifests,"
                    + " as kubectl apply takes them.")
    private ResultFormat format = new TableFormat(false);

    @Mixin
    private final DryRunOption dryRun = new DryRunOption();

    /** Whether the command writes. */
    public DryRun dryRun() {
        return dryRun.value();
    }

    /** Whether people read the output. */
    public boolean isForPeople() {
        return format instanceof TableFormat;
    }

    /** Where text for people goes, line by line: standard output is for the manifests if these are wanted. */
    public PrintWriter people(CommandLine command) {
        return VisibleText.writer(isForPeople() ? command.getOut() : command.getErr());
    }

    /**
     * Prints a manifest if it is wanted, and what was done.
     *
     * @param done for people
     */
    public void print(CommandLine command, ObjectNode manifest, String done) {
        print(command.getOut(), List.of(manifest));
        people(command).println(done + dryRun().mark());
    }

    /** Prints manifests, unless people read the output. */
    public void print(PrintWriter out, List<ObjectNode> manifests) {
        switch (format) {
            case TableFormat _ -> {
                // The command says in its own words what it did.
            }
            case Names() ->
                manifests.forEach(manifest -> out.println(VisibleText.onTerminal(ManifestText.name(manifest))));
            case Structured(OutputFormat structured) -> out.print(text(structured, manifests));
            case Picked(var template) -> out.print(VisibleText.onTerminal(template.fill(ManifestText.tree(manifests))));
        }
        out.flush();
    }

    private static String text(OutputFormat structured, List<ObjectNode> manifests) {
        return switch (structured) {
            case YAML -> ManifestText.yaml(manifests);
            case JSON, JSONL -> ManifestText.tree(manifests).toPrettyString() + "\n";
        };
    }
}
