package io.olm4j.cli.versions;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionRange;
import io.olm4j.versionranges.VersionSyntaxException;
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

/** {@code olm versions match}. */
@Command(
        name = "match",
        description = {
            "Shows which versions are in a range, and why the others are not.",
            "Exits with 1 if a version is not in the range."
        },
        mixinStandardHelpOptions = true)
final class MatchCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DialectOption dialect;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Parameters(index = "0", paramLabel = "RANGE", description = "Such as \"~1.4\" or \">=1.2.0 <2.0.0\".")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String range;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "VERSION", description = "Such as 1.4.2.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private List<String> versions;

    /**
     * A version and whether it is in the range.
     *
     * @param why it is not; empty if it is
     */
    private record Match(String version, boolean matches, String why) {}

    /**
     * What machines get.
     *
     * @param meaning the range without the short forms of its dialect
     */
    private record Result(String range, String meaning, List<Match> versions) {
        boolean allMatch() {
            return versions.stream().allMatch(Match::matches);
        }
    }

    @Override
    public Integer call() throws IOException {
        VersionRange parsed = range();
        Result result = new Result(
                range,
                parsed.normalForm(),
                versions.stream().map(version -> match(parsed, version)).toList());
        output.print(spec.commandLine().getOut(), result, MatchCommand::print);
        return result.allMatch() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private VersionRange range() {
        try {
            return dialect.dialect().parse(range);
        } catch (RangeSyntaxException e) {
            throw new OlmException(Quoted.of(range) + " is not a range: " + e.explanation(), e);
        }
    }

    private static Match match(VersionRange range, String version) {
        try {
            String why = range.mismatch(Version.parse(version)).orElse("");
            return new Match(version, why.isEmpty(), why);
        } catch (VersionSyntaxException e) {
            throw new OlmException(
                    Quoted.of(version) + " is not a version: " + e.getMessage() + " (column " + e.column() + ")", e);
        }
    }

    private static void print(PrintWriter out, Result result) {
        out.println(result.range() + " means " + result.meaning());
        int width = result.versions().stream()
                .mapToInt(match -> match.version().length())
                .max()
                .orElse(0);
        for (Match match : result.versions()) {
            String padded = match.version() + " ".repeat(width - match.version().length());
            out.println("  " + padded + "  " + (match.matches() ? "matches" : "does not match: " + match.why()));
        }
    }
}
