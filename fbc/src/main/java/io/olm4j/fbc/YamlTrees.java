package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds JSON trees from the text of a YAML document.
 *
 * <p>The original silently drops what follows the first document of such a text (after {@code ...}, or a second flow object);
 * here all of it is read.
 */
final class YamlTrees {
    /** Every tab that had to be replaced costs a new start, so there must not be many. */
    private static final int MAX_TABS = 1000;

    private final ReaderLimits limits;

    /** A tree and the line it starts in. */
    record Located(JsonNode tree, Location location) {}

    YamlTrees(ReaderLimits limits) {
        this.limits = limits;
    }

    /**
     * @return the documents in the text; a text without content is one null document
     * @throws CatalogSyntaxException if the text is not YAML, or has no JSON form
     */
    List<Located> parse(YamlChunks.Chunk chunk) {
        List<Located> documents = new ArrayList<>();
        String text = chunk.text();
        Location location = chunk.location();
        while (true) {
            checkDirective(text, location);
            YamlPass pass = pass(text, location);
            documents.addAll(pass.documents());
            int rest = pass.restIndex();
            if (rest < 0) {
                break;
            }
            location = new Location(location.file(), location.line() + YamlPass.newlines(text, rest));
            text = text.substring(rest);
        }
        if (documents.isEmpty()) {
            documents.add(new Located(NullNode.getInstance(), chunk.location()));
        }
        return documents;
    }

    /** Where YAML's C parser takes a tab for a blank, SnakeYAML wants a blank. */
    private YamlPass pass(String text, Location location) {
        StringBuilder repaired = new StringBuilder(text);
        for (int tabs = 0; tabs < MAX_TABS; tabs++) {
            YamlPass pass = new YamlPass(repaired.toString(), location, limits);
            int tab = pass.run();
            if (tab < 0) {
                return pass;
            }
            repaired.setCharAt(tab, ' ');
        }
        throw new CatalogSyntaxException(location, "the document uses too many tabs; use blanks instead");
    }

    private static void checkDirective(String text, Location location) {
        int line = 0;
        for (String content : (Iterable<String>) text.lines()::iterator) {
            if (content.startsWith("%")) {
                throw new CatalogSyntaxException(
                        new Location(location.file(), location.line() + line),
                        "directives such as %YAML are not supported; remove the line");
            }
            boolean skipped = content.isBlank() || content.stripLeading().startsWith("#") || content.startsWith("---");
            if (!skipped) {
                return;
            }
            line++;
        }
    }
}
