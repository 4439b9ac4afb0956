package io.olm4j.cli.output;

import java.io.PrintWriter;
import java.util.List;

/** Prints texts for people behind labels, the texts below each other, and headings between them. */
public final class LabelledLines {

    private static final int LABEL = 17;

    private final PrintWriter out;

    public LabelledLines(PrintWriter out) {
        this.out = out;
    }

    /** Prints a text behind its label, which is shorter than 16 characters. Further lines of the text are indented. */
    public void print(String label, String text) {
        List<String> lines = text.lines().toList();
        String first = lines.isEmpty() ? "" : lines.getFirst();
        out.println((label + ":" + " ".repeat(LABEL - label.length() - 1) + first).stripTrailing());
        lines.stream().skip(1).forEach(more -> out.println((" ".repeat(LABEL) + more).stripTrailing()));
    }

    /** Prints an empty line and a heading. */
    public void heading(String name) {
        out.println();
        out.println(name + ":");
    }
}
