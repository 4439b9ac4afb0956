package io.olm4j.catalogd.http;

import io.olm4j.process.http.RequestHeaders;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of some content that a client asks for.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-14">RFC 9110, range requests</a>
 */
sealed interface RequestedRange {

    /**
     * The whole content. It is also the answer to a list of ranges, to other units and to a range of empty content, as
     * RFC 9110 allows.
     */
    record All() implements RequestedRange {}

    /** A part that the content has. */
    record Part(long from, long count) implements RequestedRange {}

    /** A part that the content does not have. */
    record Beyond() implements RequestedRange {}

    Pattern BYTES = Pattern.compile("bytes=(?<first>\\d{0,18})-(?<last>\\d{0,18})");

    static RequestedRange of(RequestHeaders request, long length) {
        List<String> headers = request.all("Range");
        if (headers.size() != 1 || length == 0) {
            return new All();
        }
        Matcher range = BYTES.matcher(headers.getFirst().replace(" ", ""));
        if (!range.matches()) {
            return new All();
        }
        Optional<Long> first = number(range.group("first"));
        Optional<Long> last = number(range.group("last"));
        if (first.isPresent()) {
            long from = first.get();
            if (last.isPresent() && last.get() < from) {
                return new All(); // not a range by the grammar
            }
            long end = Math.min(last.orElse(length - 1), length - 1);
            return from < length ? new Part(from, end - from + 1) : new Beyond();
        }
        if (last.isEmpty()) {
            return new All();
        }
        long count = Math.min(last.get(), length);
        return count > 0 ? new Part(length - count, count) : new Beyond();
    }

    private static Optional<Long> number(String digits) {
        return digits.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(digits));
    }
}
