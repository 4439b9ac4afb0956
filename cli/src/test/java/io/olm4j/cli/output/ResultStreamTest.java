package io.olm4j.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests for {@link ResultOptions#stream}. */
class ResultStreamTest {

    private record Result(String name, String health) {}

    private final StringWriter text = new StringWriter();

    @Test
    void shouldPrintTheHeaderOnceAndWidenTheColumnsWhenRowsCome() {
        Consumer<List<Result>> table = stream("table");

        table.accept(List.of(new Result("a", "Healthy")));
        table.accept(List.of(new Result("longer", "Blocked")));
        table.accept(List.of(new Result("a", "")));

        assertThat(text).hasToString("""
                NAME   HEALTH
                a      Healthy
                longer   Blocked
                a        -
                """);
    }

    @Test
    void shouldPrintADocumentForEachResult() {
        stream("yaml").accept(List.of(new Result("a", "Healthy"), new Result("b", "Blocked")));

        assertThat(text).hasToString("""
                ---
                name: a
                health: Healthy
                ---
                name: b
                health: Blocked
                """);
    }

    @Test
    void shouldFillTheTemplateForEachResult() {
        Consumer<List<Result>> template = stream("jsonpath={.name}{\"\\n\"}");

        template.accept(List.of(new Result("a", "Healthy")));
        template.accept(List.of(new Result("b", "Blocked")));

        assertThat(text).hasToString("a\nb\n");
    }

    private Consumer<List<Result>> stream(String format) {
        var options = new ResultOptions();
        var _ = CommandLine.populateCommand(options, "-o", format);
        return options.stream(
                new PrintWriter(text),
                List.of(Column.of("NAME", Result::name), Column.of("HEALTH", Result::health)),
                Result::name);
    }
}
