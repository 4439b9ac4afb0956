package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.node.NullNode;
import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds JSON trees from the text of a YAML document.
 *
 * <p>opm silently drops the text that follows the first document (after {@code ...}, or a second flow object); this
 * class reads all of it.
 */
public final class YamlTrees {
    /** Every replaced tab restarts the parser; this is the limit of characters that are read again. */
    private static final long MAX_REREAD = 4L << 20;

    /** The parser reads so many characters ahead, each time it starts. */
    private static final int AHEAD = 1 << 10;

    /** The limit of documents without a separator. The parser starts again for each of them. */
    private static final int MAX_UNSEPARATED = 20_000;

    private final ReaderLimits limits;
    private final Numbers numbers;

    public YamlTrees(ReaderLimits limits, Numbers numbers) {
        this.limits = limits;
        this.numbers = numbers;
    }

    /**
     * Reads all documents of a text. If YAML's C parser accepts a tab as a blank and SnakeYAML does not, the tab is
     * replaced by a blank.
     *
     * @return the documents in the text; a text without content is one null document
     * @throws TextSyntaxException if the text is not YAML, or has no JSON form
     */
    public List<Document> parse(YamlChunks.Chunk chunk) {
        List<Document> documents = new ArrayList<>();
        CharSequence text = chunk.text();
        Location location = chunk.location();
        long reread = 0;
        int start = 0;
        int starts = 0;
        while (start >= 0) {
            checkDirective(text, start, location);
            YamlPass pass = new YamlPass(text, start, location, limits, numbers);
            int tab = pass.run();
            if (tab >= 0) {
                reread += Math.max(tab - start, AHEAD);
                if (reread > MAX_REREAD) {
                    throw new TextSyntaxException(location, "the document uses too many tabs; use blanks instead");
                }
                text = withBlank(text, tab);
                continue;
            }
            documents.addAll(pass.documents());
            int rest = pass.restIndex();
            if (rest >= 0) {
                if (++starts >= MAX_UNSEPARATED) {
                    throw new TextSyntaxException(
                            location,
                            "more than " + MAX_UNSEPARATED
                                    + " documents follow each other without a separator; write --- between them");
                }
                location = new Location(location.file(), location.line() + YamlPass.newlines(text, start, rest));
            }
            start = rest;
        }
        if (documents.isEmpty()) {
            documents.add(new Document(NullNode.getInstance(), chunk.location()));
        }
        return documents;
    }

    /** Copies the text only once, because a large text may have many tabs. */
    private static StringBuilder withBlank(CharSequence text, int tab) {
        StringBuilder changed = text instanceof StringBuilder builder ? builder : new StringBuilder(text);
        changed.setCharAt(tab, ' ');
        return changed;
    }

    private static void checkDirective(CharSequence text, int start, Location location) {
        int line = location.line();
        for (int at = start; at < text.length(); line++) {
            if (text.charAt(at) == '%') {
                throw new TextSyntaxException(
                        new Location(location.file(), line),
                        "directives such as %YAML are not supported; remove the line");
            }
            if (hasContent(text, at)) {
                return;
            }
            at = lineEnd(text, at) + 1;
        }
    }

    /** Whether a line is neither blank nor a comment nor a separator. */
    private static boolean hasContent(CharSequence text, int lineStart) {
        int at = lineStart;
        while (at < text.length() && text.charAt(at) != '\n' && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        boolean blank = at == text.length() || text.charAt(at) == '\n';
        return !blank && text.charAt(at) != '#' && !startsWith(text, "---", lineStart);
    }

    private static boolean startsWith(CharSequence text, String prefix, int at) {
        return text.length() >= at + prefix.length()
                && prefix.contentEquals(text.subSequence(at, at + prefix.length()));
    }

    private static int lineEnd(CharSequence text, int at) {
        int end = at;
        while (end < text.length() && text.charAt(end) != '\n') {
            end++;
        }
        return end;
    }
}
