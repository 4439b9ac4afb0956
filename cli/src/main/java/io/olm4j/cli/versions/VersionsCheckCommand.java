package io.olm4j.cli.versions;

import io.olm4j.cli.batch.Batch;
import io.olm4j.cli.batch.Line;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm versions check}. */
@Command(
        name = "check",
        description = {
            "Checks many pairs of a range and a version.",
            "Reads lines RANGE<TAB>VERSION and answers each with a line: true, false, or error<TAB>message."
        },
        mixinStandardHelpOptions = true)
final class VersionsCheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DialectOption dialect;

    @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "-", description = "Default: standard input (-).")
    private String file = "-";

    @Override
    public Integer call() throws IOException {
        Batch.answer(file, spec.commandLine().getOut(), this::answer);
        return ExitCode.OK;
    }

    private String answer(Line line) {
        int tab = line.text().indexOf('\t');
        if (line.tooLong()) {
            return error("line " + line.number() + " is too long");
        }
        if (tab < 0) {
            return error("line " + line.number() + " has no tab between range and version");
        }
        try {
            return Boolean.toString(dialect.dialect()
                    .parse(line.text().substring(0, tab))
                    .contains(Version.parse(line.text().substring(tab + 1))));
        } catch (RangeSyntaxException e) {
            return error(e.explanation());
        } catch (VersionSyntaxException e) {
            return error(e.getMessage());
        }
    }

    private static String error(String message) {
        return "error\t" + message;
    }
}
