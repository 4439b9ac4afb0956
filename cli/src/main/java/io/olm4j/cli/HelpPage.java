package io.olm4j.cli;

import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The help of a command. Its lines end between words: picocli ends them also behind a dot in a word. */
final class HelpPage extends Help {

    HelpPage(CommandSpec command, ColorScheme colours) {
        super(command, colours);
    }

    @Override
    public Layout createDefaultLayout(
            List<OptionSpec> options, List<PositionalParamSpec> positionals, ColorScheme colours) {
        Column[] columns = TextTable.forDefaultColumns(
                        colours,
                        calcLongOptionColumnWidth(options, positionals, colours),
                        commandSpec().usageMessage().width())
                .columns();
        return new Layout(
                colours,
                new WordTable(colours, columns),
                createDefaultOptionRenderer(),
                createDefaultParameterRenderer());
    }

    @Override
    public String description(Object... parameters) {
        return wrapped(commandSpec().usageMessage().description(), parameters);
    }

    @Override
    public String footer(Object... parameters) {
        return wrapped(commandSpec().usageMessage().footer(), parameters);
    }

    private String wrapped(String[] lines, Object... parameters) {
        var table = new WordTable(
                colorScheme(), new Column(commandSpec().usageMessage().width(), 0, Column.Overflow.WRAP));
        table.indentWrappedLines = 0;
        for (String line : lines) {
            for (Ansi.Text text : colorScheme().text(line.formatted(parameters)).splitLines()) {
                table.addRowValues(text);
            }
        }
        return table.toString();
    }

    /** A table that breaks the text of a cell at spaces. */
    private static final class WordTable extends TextTable {

        WordTable(ColorScheme colours, Column... columns) {
            super(colours, columns);
        }

        @Override
        public Cell putValue(int row, int column, Ansi.Text value) {
            Column shape = columns()[column];
            if (shape.overflow != Column.Overflow.WRAP || value.plainString().isEmpty()) {
                return super.putValue(row, column, value);
            }
            String text = value.plainString();
            int first = shape.indent;
            int line = row;
            int start = 0;
            while (true) {
                int end = end(text, start, shape.width - shape.indent);
                Cell last = super.putValue(line, column, value.substring(start, end));
                start = end;
                while (start < text.length() && text.charAt(start) == ' ') {
                    start++;
                }
                if (start == text.length()) {
                    shape.indent = first;
                    return last;
                }
                line++;
                if (line == rowCount()) {
                    addEmptyRow();
                }
                shape.indent = first + indentWrappedLines;
            }
        }

        /** Where a line ends: at the last space that leaves it short enough, or within a word that is too long. */
        private static int end(String text, int start, int width) {
            if (text.length() - start <= width) {
                return text.length();
            }
            int space = text.lastIndexOf(' ', start + width);
            return space > start ? space : start + width;
        }
    }
}
