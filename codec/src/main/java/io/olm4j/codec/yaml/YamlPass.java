package io.olm4j.codec.yaml;

import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.parser.ParserException;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;

/** One run of the YAML parser over a text, starting at an index. */
final class YamlPass {
    private final CharSequence text;
    private final int start;
    private final Location base;
    private final ParserImpl parser;
    private final YamlComposer composer;
    private final List<Document> documents = new ArrayList<>();
    private int restIndex = -1;

    /** @param base the location of the index */
    YamlPass(CharSequence text, int start, Location base, ReaderLimits limits, Numbers numbers) {
        this.text = text;
        this.start = start;
        this.base = base;
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        this.parser = new ParserImpl(new YamlSource(text, start), options);
        this.composer = new YamlComposer(parser, new YamlEscapes(text, start), limits, numbers);
    }

    List<Document> documents() {
        return documents;
    }

    /** The index of text that follows the last document without a separator, or -1. */
    int restIndex() {
        return restIndex;
    }

    /**
     * Reads the documents.
     *
     * @return -1, or the index of a tab that should be a blank
     * @throws TextSyntaxException if the text is not YAML
     */
    int run() {
        try {
            readDocuments();
            return -1;
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            if (mark != null && isBlankTab(index(mark))) {
                return index(mark);
            }
            throw problem(
                    mark == null ? 0 : mark.getLine(),
                    "not valid YAML: " + e.getProblem().replace("\n", ""));
        } catch (ReaderException e) {
            throw problem(
                    newlines(text, start, start + e.getPosition()),
                    "the character U+%04X is not allowed in YAML".formatted(e.getCodePoint()));
        } catch (YamlProblem e) {
            throw problem(composer.line(), e.problem());
        } catch (YAMLException e) {
            throw problem(composer.line(), "not valid YAML: " + e.getMessage());
        }
    }

    private void readDocuments() {
        parser.getEvent();
        while (restIndex < 0 && parser.getEvent() instanceof DocumentStartEvent) {
            Event first = parser.peekEvent();
            int line = base.line() + first.getStartMark().getLine();
            documents.add(new Document(composer.compose(), new Location(base.file(), line)));
            parser.getEvent();
            findRest();
        }
    }

    private void findRest() {
        try {
            parser.peekEvent();
        } catch (ParserException e) {
            Mark mark = e.getProblemMark();
            if (mark == null || mark.getIndex() == 0) {
                throw e;
            }
            restIndex = index(mark);
        }
    }

    /**
     * A tab counts as a blank inside flow style. Elsewhere it does so unless it follows indentation or a block
     * indicator.
     */
    private boolean isBlankTab(int index) {
        if (index >= text.length() || text.charAt(index) != '\t') {
            return false;
        }
        String before = text.subSequence(lineStart(index), index).toString().strip();
        boolean behindIndicator = before.isEmpty() || before.endsWith("-") || before.endsWith("?");
        return !behindIndicator || composer.isInFlow() || opensFlow(index);
    }

    /**
     * Looks for an opening bracket in the text: the scanner runs ahead of the composer, which may not have seen it yet.
     */
    private boolean opensFlow(int index) {
        int last = index - 1;
        while (last >= 0 && Character.isWhitespace(text.charAt(last))) {
            last--;
        }
        return last >= 0 && "[{,".indexOf(text.charAt(last)) >= 0;
    }

    private int lineStart(int index) {
        int lineStart = index;
        while (lineStart > 0 && text.charAt(lineStart - 1) != '\n') {
            lineStart--;
        }
        return lineStart;
    }

    private int index(Mark mark) {
        return Character.offsetByCodePoints(text, start, mark.getIndex());
    }

    private TextSyntaxException problem(int line, String message) {
        return new TextSyntaxException(new Location(base.file(), base.line() + line), message);
    }

    static int newlines(CharSequence text, int from, int to) {
        int count = 0;
        for (int i = from; i < Math.min(to, text.length()); i++) {
            count += text.charAt(i) == '\n' ? 1 : 0;
        }
        return count;
    }
}
