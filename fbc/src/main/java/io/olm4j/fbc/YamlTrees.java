package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.parser.ParserException;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Builds JSON trees from the text of a YAML document.
 *
 * <p>The original silently drops what follows the first document of such a text (after {@code ...}, or a second flow object);
 * here all of it is read.
 */
final class YamlTrees {
    private final ReaderLimits limits;
    private final LoaderOptions options = new LoaderOptions();

    /** A tree and the line it starts in. */
    record Located(JsonNode tree, Location location) {}

    YamlTrees(ReaderLimits limits) {
        this.limits = limits;
        options.setCodePointLimit(Integer.MAX_VALUE);
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
            int rest = parse(text, location, documents);
            if (rest < 0) {
                return documents;
            }
            location = new Location(location.file(), location.line() + newlines(text, rest));
            text = text.substring(rest);
        }
    }

    /** Returns the index at which another document follows that the parser refuses to see, or -1 at the end. */
    private int parse(String text, Location base, List<Located> documents) {
        ParserImpl parser = new ParserImpl(new StreamReader(text), options);
        YamlComposer composer = new YamlComposer(parser, limits);
        int before = documents.size();
        try {
            parser.getEvent();
            while (true) {
                if (documents.size() > before) {
                    int rest = hiddenDocument(parser, text);
                    if (rest >= 0) {
                        return rest;
                    }
                }
                Event event = parser.getEvent();
                if (!(event instanceof DocumentStartEvent start)) {
                    break;
                }
                if (start.getVersion() != null || !start.getTags().isEmpty()) {
                    throw new YamlProblem("directives such as %YAML are not supported; remove the line");
                }
                Event first = parser.peekEvent();
                JsonNode tree = composer.compose();
                documents.add(new Located(
                        tree,
                        new Location(
                                base.file(), base.line() + first.getStartMark().getLine())));
                parser.getEvent();
            }
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine();
            throw new CatalogSyntaxException(
                    new Location(base.file(), base.line() + line), "not valid YAML: " + e.getProblem());
        } catch (ReaderException e) {
            throw new CatalogSyntaxException(
                    new Location(base.file(), base.line() + newlines(text, e.getPosition())),
                    "the character U+%04X is not allowed in YAML".formatted(e.getCodePoint()));
        } catch (YamlProblem e) {
            throw new CatalogSyntaxException(new Location(base.file(), base.line() + composer.line()), e.problem());
        } catch (YAMLException e) {
            throw new CatalogSyntaxException(
                    new Location(base.file(), base.line() + composer.line()), "not valid YAML: " + e.getMessage());
        }
        if (documents.isEmpty()) {
            documents.add(new Located(NullNode.getInstance(), base));
        }
        return -1;
    }

    private static int hiddenDocument(ParserImpl parser, String text) {
        try {
            parser.peekEvent();
            return -1;
        } catch (ParserException e) {
            int index = text.offsetByCodePoints(0, e.getProblemMark().getIndex());
            if (index == 0 || text.charAt(index) != '{') {
                throw e;
            }
            return index;
        }
    }

    private static int newlines(String text, int end) {
        int count = 0;
        for (int i = 0; i < Math.min(end, text.length()); i++) {
            count += text.charAt(i) == '\n' ? 1 : 0;
        }
        return count;
    }
}
