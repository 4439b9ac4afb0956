package io.olm4j.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link Table} and {@link TerminalWidth}. */
class TableTest {

    private static String print(Table table) {
        StringWriter out = new StringWriter();
        table.print(new PrintWriter(out));
        return out.toString();
    }

    private static Table table() {
        Table table = new Table("NAME", "SKIPS", "IMAGE");
        table.addRow(List.of("foo", "v1,v2,v3,v4,v5,v6", "quay.io/org/foo:v1"));
        table.addRow(List.of("bar", "", "quay.io"));
        return table;
    }

    @Test
    void shouldShortenTheLastColumnsWhenTheTerminalIsNarrow() {
        assertThat(print(table().fitTo(Optional.of(38)))).isEqualTo("""
                NAME   SKIPS               IMAGE
                foo    v1,v2,v3,v4,v5,v6   quay.io/or…
                bar                        quay.io
                """);
        assertThat(print(table().fitTo(Optional.of(28)))).isEqualTo("""
                NAME   SKIPS           IMAGE
                foo    v1,v2,v3,v4,…   quay…
                bar                    quay…
                """);
    }

    @Test
    void shouldLeaveTheLastColumnsOutWhenTheFirstOnesNeedTheRoom() {
        // given
        int first = 2;

        // when / then
        assertThat(print(table().fitTo(Optional.of(34), first))).isEqualTo("""
                NAME   SKIPS               IMAGE
                foo    v1,v2,v3,v4,v5,v6   quay.i…
                bar                        quay.io
                """);
        assertThat(print(table().fitTo(Optional.of(31), first))).isEqualTo("""
                NAME   SKIPS
                foo    v1,v2,v3,v4,v5,v6
                bar
                """);
        assertThat(print(table().fitTo(Optional.of(20), first))).isEqualTo("""
                NAME   SKIPS
                foo    v1,v2,v3,v4,…
                bar
                """);
    }

    @Test
    void shouldShortenNothingWhenThereIsRoom() {
        assertThat(print(table().fitTo(Optional.of(200))))
                .isEqualTo(print(table().fitTo(Optional.empty())))
                .contains("foo    v1,v2,v3,v4,v5,v6   quay.io/org/foo:v1");
    }

    @Test
    void shouldKeepTheHeaderWhenTheTerminalIsNarrowerThanIt() {
        assertThat(print(table().fitTo(Optional.of(5)))).startsWith("NAME   SKIPS   IMAGE\nfoo    v1,v…   quay…\n");
    }

    @Test
    void shouldShowAllLinesOfATextAsOneWhenItHasSeveral() {
        String message = """
                a dependency is not met:
                - it requires the API Queue
                - it requires the API Topic
                To do without: set the annotation
                """;
        Table table = new Table("NAME", "MESSAGE");
        table.addRow(List.of("foo", message));

        assertThat(print(table))
                .endsWith("a dependency is not met: it requires the API Queue; it requires the API Topic;"
                        + " To do without: set the annotation\n");
        assertThat(Table.oneLine("required: [a,\nb]\n\n: none")).isEqualTo("required: [a, b] : none");
        assertThat(Table.oneLine("x\n".repeat(900))).hasSize(501).endsWith("x x …");
    }

    @Test
    void shouldTakeTheWidthFromColumnsWhenItIsANumber() {
        assertThat(TerminalWidth.columns(Optional.of("120"))).contains(120);
        assertThat(TerminalWidth.columns(Optional.of("0"))).isEmpty();
        assertThat(TerminalWidth.columns(Optional.of("wide"))).isEmpty();
        assertThat(TerminalWidth.columns(Optional.empty())).isEmpty();
    }
}
