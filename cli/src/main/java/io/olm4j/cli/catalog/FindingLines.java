package io.olm4j.cli.catalog;

import io.olm4j.cli.output.VisibleText;
import io.olm4j.fbc.validation.CatalogFinding;
import java.io.PrintWriter;

/** Prints a finding for people: a line, and its hint below. */
final class FindingLines {

    private FindingLines() {}

    /** @param directory the catalog, as the user named it */
    static void print(PrintWriter out, String directory, CatalogFinding finding) {
        out.println(VisibleText.inLine(directory + "/" + finding));
        finding.hint().ifPresent(hint -> out.println("  hint: " + VisibleText.inLine(hint)));
    }
}
