package io.olm4j.cli.extension;

import io.olm4j.cli.extension.ExtensionExplanation.AskedVersion;
import io.olm4j.cli.output.Table;
import io.olm4j.upgradeedges.Dropped;
import io.olm4j.upgradeedges.path.Texts;
import java.io.PrintWriter;

/**
 * Prints what {@code olm extension explain} found out, the conclusion first, then the path.
 *
 * @param all whether every candidate that was not chosen is shown
 */
record ExplanationPage(PrintWriter out, boolean all) {

    void print(ExtensionExplanation page) {
        out.println(page.name() + ": " + page.summary());
        page.asked().ifPresent(this::print);
        out.println(page.asked().isPresent() ? "The choice now: " + page.conclusion() : page.conclusion());
        page.waitsFor().ifPresent(message -> out.println("  waits for: " + Table.oneLine(message)));
        page.unavailable().forEach(reason -> out.println("  not read: " + Table.oneLine(reason)));
        if (all || page.asked().isEmpty()) {
            page.details(all).forEach(line -> out.println("  " + line));
        }
        if (!all && !page.dropped().isEmpty()) {
            out.println("  not chosen: " + Texts.count(page.dropped().size(), "bundle") + "; --all shows why");
        }
    }

    private void print(AskedVersion asked) {
        String subject = asked.given() ? "Version " : "Why not version ";
        out.println((asked.matching().isPresent() ? "Versions in " : subject) + asked.version() + ": "
                + asked.conclusion());
        asked.dropped().forEach(this::print);
        asked.details(all).forEach(line -> out.println("  " + line));
    }

    private void print(Dropped drop) {
        out.println(
                "  " + drop.catalog() + "/" + drop.bundle() + ": " + drop.rule().label() + ": " + drop.why());
    }
}
