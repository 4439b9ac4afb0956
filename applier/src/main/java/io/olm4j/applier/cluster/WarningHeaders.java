package io.olm4j.applier.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the warnings of an API server from the {@code Warning} headers of its answer.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7234#section-5.5">RFC 7234, 5.5</a>
 */
final class WarningHeaders {

    /** The largest number of warnings that are read from one answer. */
    static final int MAX_WARNINGS = 5;

    /** The longest text, in characters; a longer one is cut. */
    static final int MAX_LENGTH = 1024;

    /** The code that Kubernetes sends; other codes concern caches. */
    private static final String CODE = "299 ";

    private WarningHeaders() {}

    /**
     * The texts of the warnings, for example those about deprecated APIs. A malformed part ends the reading of its
     * header.
     */
    static List<String> texts(List<String> headers) {
        List<String> texts = new ArrayList<>();
        for (String header : headers) {
            int position = 0;
            while (texts.size() < MAX_WARNINGS) {
                int quote = header.indexOf('"', position);
                if (quote < 0) {
                    break;
                }
                StringBuilder text = new StringBuilder();
                Optional<Integer> end = unquote(header, quote, text);
                if (end.isEmpty()) {
                    break;
                }
                // The text before the quote is the code and the agent, after the comma that separates this warning from
                // the preceding one. A date has neither code nor agent.
                String before =
                        header.substring(position, quote).replace(',', ' ').strip();
                if (before.startsWith(CODE) && !text.isEmpty()) {
                    texts.add(shortened(text.toString()));
                }
                position = end.get();
            }
        }
        return List.copyOf(texts);
    }

    /**
     * Reads a quoted text into the builder; returns the position after it, or empty if the closing quote is missing.
     */
    private static Optional<Integer> unquote(String header, int quote, StringBuilder text) {
        for (int i = quote + 1; i < header.length(); i++) {
            char c = header.charAt(i);
            if (c == '"') {
                return Optional.of(i + 1);
            }
            if (c == '\\' && i + 1 < header.length()) {
                i++;
            }
            text.append(header.charAt(i));
        }
        return Optional.empty();
    }

    private static String shortened(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 3) + "...";
    }
}
