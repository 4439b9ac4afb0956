package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.EdgeKind;
import io.olm4j.graphdrawing.PlainText;
import java.util.ArrayList;
import java.util.List;

/** Explains the lines and boxes that occur in a drawing. */
final class Legend {
    private static final int SAMPLE = 40;
    private static final int LINE_HEIGHT = 24;
    private static final int CHARACTER = 6;
    private static final int SPACE = 22;

    /** @param sample the SVG of a sample whose left middle is the origin */
    private record Item(String sample, String text) {
        int width() {
            return SAMPLE + 8 + text.length() * CHARACTER + SPACE;
        }
    }

    private final List<Item> items = new ArrayList<>();

    /** Adds a kind of line. */
    void addEdge(EdgeKind kind, String text) {
        items.add(new Item(
                "<path class=\"edge " + kind.cssClass() + "\" d=\"M0 0H" + (SAMPLE - 6) + "\"/><path class=\"tip "
                        + kind.cssClass() + "\" d=\"M" + SAMPLE + " 0l-8 -4.5v9z\"/>",
                text));
    }

    /** Adds a kind of box. */
    void addBox(String cssClass, String text) {
        items.add(new Item(
                "<g class=\"" + cssClass + "\"><rect class=\"box\" x=\"4\" y=\"-8\" width=\"" + (SAMPLE - 8)
                        + "\" height=\"16\" rx=\"4\"/></g>",
                text));
    }

    /**
     * Draws the items in as many lines as they need.
     *
     * @return the height they take
     */
    int draw(StringBuilder out, int left, int top, int right) {
        int x = left;
        int y = top + LINE_HEIGHT / 2;
        for (var item : items) {
            if (x > left && x + item.width() - SPACE > right) {
                x = left;
                y += LINE_HEIGHT;
            }
            out.append("<g transform=\"translate(")
                    .append(x)
                    .append(' ')
                    .append(y)
                    .append(")\">");
            out.append(item.sample())
                    .append("<text class=\"sans small\" x=\"")
                    .append(SAMPLE + 8)
                    .append("\" y=\"4\">");
            out.append(PlainText.xml(item.text())).append("</text></g>\n");
            x += item.width();
        }
        return items.isEmpty() ? 0 : y + LINE_HEIGHT / 2 - top;
    }
}
