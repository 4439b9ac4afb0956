package io.olm4j.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests for {@link VisibleText}, and that what people read goes through it. */
class VisibleTextTest {

    private static final String EVIL = "a\u001b]0;title\u0007b\rc\u009b2Jd\u007f";
    private static final String SEEN = "a<U+001B>]0;title<U+0007>b<U+000D>c<U+009B>2Jd<U+007F>";

    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    /** A result with free text. */
    private record Result(String description) {}

    @Test
    void shouldMakeControlCharactersVisible() {
        assertThat(VisibleText.of(EVIL)).isEqualTo(SEEN);
        assertThat(VisibleText.of("a\r\nb")).isEqualTo("a\r\nb");
        assertThat(VisibleText.of("two\n\tlines, é, 漢, \uD83D\uDE00")).isEqualTo("two\n\tlines, é, 漢, \uD83D\uDE00");
    }

    @Test
    void shouldKeepTextWithinALine() {
        assertThat(VisibleText.inLine(EVIL)).isEqualTo(SEEN);
        assertThat(VisibleText.inLine("a\r\n\tb é")).isEqualTo("a<U+000D><U+000A><U+0009>b é");
    }

    @Test
    void shouldKeepOnlyTheColoursOfTheProgramWhenItWrites() {
        PrintWriter people = VisibleText.writer(out, true);

        people.println(Colour.RED.paint("removed", true) + " " + EVIL);
        people.write('\u001b');
        people.print("\u001b[8mhidden\r\n");

        assertThat(text).hasToString("\u001b[31mremoved\u001b[0m " + SEEN + "\n<U+001B><U+001B>[8mhidden\r\n");
    }

    @Test
    void shouldShowTheColoursOfOthersWhereThereAreNoColours() {
        VisibleText.writer(out, false).print("\u001b[31mred\u001b[0m");

        assertThat(text).hasToString("<U+001B>[31mred<U+001B>[0m");
    }

    @Test
    void shouldShowWhatChangesTheDirectionOfText() {
        assertThat(VisibleText.of("a\u202eb\u2066c")).isEqualTo("a<U+202E>b<U+2066>c");
    }

    @Test
    void shouldShowThemInTablesWithTheirWidth() {
        var table = new Table("NAME", "TEXT");
        table.addRow(List.of("\u001b[31m", "x"));
        table.print(out);

        assertThat(text).hasToString("NAME           TEXT\n<U+001B>[31m   x\n");
    }

    @Test
    void shouldShowThemOnPages() throws IOException {
        new ResultOptions().printOne(out, new Result(EVIL), (page, one) -> page.println(one.description()), "a");
        new OutputOptions().print(out, new Result(EVIL), (page, one) -> page.println(one.description()));

        assertThat(text).hasToString(SEEN + "\n" + SEEN + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "yaml"})
    void shouldLeaveWhatProgramsReadAsItIs(String format) throws IOException {
        var options = new ResultOptions();
        var _ = CommandLine.populateCommand(options, "-o", format);

        options.printOne(out, new Result(EVIL), (_, _) -> {}, "a");

        assertThat(text.toString())
                .isEqualTo(Documents.text(OutputFormat.valueOf(format.toUpperCase(Locale.ROOT)), new Result(EVIL)))
                .doesNotContain("<U+");
    }
}
