package io.olm4j.graphdrawing.svg;

import java.awt.Rectangle;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** A drawing read back with the JDK's XML parser. */
record DrawnSvg(Document document) {
    private static final Pattern STEP = Pattern.compile("([MLQ])(-?\\d+) (-?\\d+)(?: (-?\\d+) (-?\\d+))?");

    static DrawnSvg parse(String svg) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return new DrawnSvg(factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg))));
        } catch (Exception e) {
            throw new AssertionError("The drawing is not XML: " + e.getMessage(), e);
        }
    }

    List<Element> elements(String tag, String cssClass) {
        List<Element> found = new ArrayList<>();
        var all = document.getElementsByTagName(tag);
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i) instanceof Element element
                    && (" " + element.getAttribute("class") + " ").contains(" " + cssClass + " ")) {
                found.add(element);
            }
        }
        return found;
    }

    /** The groups of the entries, without the samples of the legend. */
    List<Element> entries() {
        return elements("g", "entry");
    }

    static String title(Element group) {
        return group.getElementsByTagName("title").item(0).getTextContent();
    }

    static Rectangle box(Element entry) {
        var rect = (Element) entry.getElementsByTagName("rect").item(0);
        return new Rectangle(number(rect, "x"), number(rect, "y"), number(rect, "width"), number(rect, "height"));
    }

    static int number(Element element, String attribute) {
        return Integer.parseInt(element.getAttribute(attribute));
    }

    /** The straight pieces of a path, a rounded corner as the corner itself. */
    static List<Rectangle> pieces(Element path) {
        List<Rectangle> pieces = new ArrayList<>();
        int x = 0;
        int y = 0;
        var steps = STEP.matcher(path.getAttribute("d"));
        while (steps.find()) {
            for (int group = 2; group <= 4 && steps.group(group) != null; group += 2) {
                int nextX = Integer.parseInt(steps.group(group));
                int nextY = Integer.parseInt(steps.group(group + 1));
                if (!steps.group(1).equals("M")) {
                    pieces.add(new Rectangle(
                            Math.min(x, nextX), Math.min(y, nextY), Math.abs(nextX - x) + 1, Math.abs(nextY - y) + 1));
                }
                x = nextX;
                y = nextY;
            }
        }
        return pieces;
    }
}
