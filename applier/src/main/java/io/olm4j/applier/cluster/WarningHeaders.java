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

    /** How many warnings of one answer are read. */
    static final int MAX_WARNINGS = 5;

    /** Longer texts are cut. */
    static final int MAX_LENGTH = 1024;

    /** What Kubernetes sends; other codes are about caches. */
    private static final String CODE = "299 ";

    private WarningHeaders() {}

    /**
     * The texts of the warnings, such as those about deprecated APIs; what is malformed ends the reading of a header.
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
                // Before it: the code and the agent, after a comma that parts it from the warning before. A date has
                // neither.
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

    /** Reads a quoted text; the position after it, or empty if it does not end. */
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
