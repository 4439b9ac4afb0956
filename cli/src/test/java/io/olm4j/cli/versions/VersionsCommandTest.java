package io.olm4j.cli.versions;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link MatchCommand} and {@link VersionsCheckCommand}. */
class VersionsCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void shouldSayWhichVersionsMatchAndWhyNot() {
        CommandRun run = olm("versions", "match", "~1.4", "1.4.2", "1.5.0");

        assertThat(run.out()).isEqualTo("""
                ~1.4 means ≥1.4.0 <1.5.0
                  1.4.2  matches
                  1.5.0  does not match: 1.5.0 is not <1.5.0
                """);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldEndWithZeroWhenAllMatch() {
        assertThat(olm("versions", "match", ">=1.0.0 <1.4.2", "1.4.2-rc.1", "--dialect", "skip-range")
                        .exitCode())
                .isZero();
    }

    @Test
    void shouldPrintMatchesForMachines() {
        assertThat(olm("versions", "match", "1.x", "1.0.0", "2.0.0", "-o", "jsonl")
                        .out())
                .isEqualTo("""
                {"range":"1.x","meaning":"≥1.0.0 <2.0.0","versions":[{"version":"1.0.0","matches":true},\
                {"version":"2.0.0","matches":false,"why":"2.0.0 is not <2.0.0"}]}
                """);
    }

    @Test
    void shouldPointAtTheMistakeInARange() {
        CommandRun run = olm("versions", "match", ">=1.2 foo", "1.0.0");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("olm: \">=1.2 foo\" is not a range: improper constraint: \">=1.2 foo\" (column 7:"
                        + " expected a"
                        + " version")
                .endsWith("\n")
                .hasLineCount(1);
    }

    @Test
    void shouldPointAtTheMistakeInAVersion() {
        CommandRun run = olm("versions", "match", "1.x", "v1.0.0");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: \"v1.0.0\" is not a version: ").hasLineCount(1);
    }

    @Test
    void shouldAnswerEachLineOfABatch() throws IOException {
        assertThat(check("~1.4\t1.4.2\n~1.4\t1.5.0\n", "spec")).isEqualTo("true\nfalse\n");
        assertThat(check("<2.0.0\t2.0.0-rc.1\n", "skip-range")).isEqualTo("true\n");
        assertThat(check("<2.0.0\t2.0.0-rc.1\n", "spec")).isEqualTo("false\n");
    }

    @Test
    void shouldAnswerALastLineWithoutLineEnd() throws IOException {
        assertThat(check("1.x\t1.0.0", "spec")).isEqualTo("true\n");
    }

    @Test
    void shouldSplitAtTheFirstTabOnlyAndTrimNothing() throws IOException {
        assertThat(check("1.x\t1.0.0\t\n1.x\t 1.0.0\n1.x\t1.0.0\r\n \t1.0.0\n", "spec")
                        .lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("error\t"));
        assertThat(check(" 1.x \t1.0.0\n", "spec")).isEqualTo("true\n");
    }

    @Test
    void shouldAnswerALineThatIsNotAPairWithAnError() throws IOException {
        assertThat(check("\nabc\n", "spec")).isEqualTo("""
                error\tline 1 has no tab between range and version
                error\tline 2 has no tab between range and version
                """);
    }

    @Test
    void shouldKeepAnErrorInItsLine() throws IOException {
        assertThat(check("a\rb\u0085c\t1.0.0\n", "spec").lines())
                .singleElement()
                .asString()
                .startsWith("error\t");
    }

    @Test
    void shouldSayThatTheFileIsMissing() {
        Path missing = directory.resolve("nothing");

        assertThat(olm("versions", "check", missing.toString()))
                .isEqualTo(new CommandRun(2, "", "olm: " + missing + ": no such file or directory\n"));
    }

    @Test
    void shouldNameADirectoryThatIsNoFile() {
        assertThat(olm("versions", "check", directory.toString()))
                .isEqualTo(new CommandRun(2, "", "olm: " + directory + ": is a directory; name a file\n"));
    }

    private String check(String lines, String dialect) throws IOException {
        Path file = Files.writeString(directory.resolve("pairs"), lines);
        CommandRun run = olm("versions", "check", "--dialect", dialect, file.toString());
        assertThat(run.exitCode()).isZero();
        return run.out();
    }
}
