package io.olm4j.cli.catalog;

import io.olm4j.cli.output.Table;
import io.olm4j.graphdrawing.ChannelRows;
import java.io.PrintWriter;
import java.util.List;

/**
 * Prints channels as tables, one below the other.
 *
 * @param fit whether a table is cut to the width of the terminal
 */
record ChannelTables(PrintWriter out, boolean fit) {

    void print(List<ChannelRows> channels) {
        channels.stream().limit(1).forEach(this::print);
        channels.stream().skip(1).forEach(channel -> {
            out.println();
            print(channel);
        });
    }

    private void print(ChannelRows channel) {
        out.println(channel.packageName() + ", channel " + channel.channel() + (channel.isDefault() ? " (default)" : "")
                + ":");
        channel.deprecations().forEach(out::println);
        Table table = new Table("BUNDLE", "VERSION", "NOTE", "UPGRADES FROM");
        if (fit) {
            table.fitToTerminal();
        }
        channel.rows()
                .forEach(row -> table.addRow(
                        List.of(row.bundle(), orDash(row.version()), orDash(row.note()), orDash(row.upgradesFrom()))));
        table.print(out);
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }
}
