package io.olm4j.catalogd.http;

import io.netty.handler.codec.DateFormatter;
import io.olm4j.process.http.RequestHeaders;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;

/**
 * The validators by which a client checks whether its copy of some content is current.
 *
 * @param hash of the content; each encoding has its own entity tag, and a copy in any encoding is current
 * @param lastModified when the content last changed, in whole seconds
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13">RFC 9110, conditional requests</a>
 */
record Validators(String hash, Instant lastModified) {

    /** The parser throws an exception for a longer text; a date has 29 characters. */
    private static final int MAX_DATE = 64;

    String etag(boolean gzip) {
        return "\"" + hash + (gzip ? "-gzip\"" : "\"");
    }

    String httpDate() {
        return DateFormatter.format(Date.from(lastModified));
    }

    /**
     * Whether the request's precondition fails, because the client expects other content or, by the date, older
     * content.
     */
    boolean areUnexpectedBy(RequestHeaders request) {
        List<String> tags = tags(request, "If-Match");
        if (!tags.isEmpty()) {
            return tags.stream().noneMatch(this::isMine);
        }
        return request.first("If-Unmodified-Since")
                .flatMap(Validators::date)
                .map(lastModified::isAfter)
                .orElse(false);
    }

    /** Whether the client has the content already. Entity tags take precedence over dates, because they are exact. */
    boolean areKnownTo(RequestHeaders request) {
        List<String> tags = tags(request, "If-None-Match");
        if (!tags.isEmpty()) {
            return tags.stream()
                    .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                    .anyMatch(this::isMine);
        }
        return request.first("If-Modified-Since")
                .flatMap(Validators::date)
                .map(since -> !lastModified.isAfter(since))
                .orElse(false);
    }

    /** Whether a range may be sent: the request has no If-Range, or its If-Range identifies this content. */
    boolean allowRange(RequestHeaders request) {
        return request.first("If-Range")
                .map(condition -> condition.equals(etag(false))
                        || date(condition).map(lastModified::equals).orElse(false))
                .orElse(true);
    }

    /** Empty if the text is not a date; the header field is then ignored. */
    private static Optional<Instant> date(String text) {
        return Optional.of(text)
                .filter(date -> date.length() <= MAX_DATE)
                .map(DateFormatter::parseHttpDate)
                .map(Date::toInstant);
    }

    private static List<String> tags(RequestHeaders request, String name) {
        return request.all(name).stream()
                .flatMap(header -> List.of(header.split(",", -1)).stream())
                .map(String::strip)
                .toList();
    }

    private boolean isMine(String tag) {
        return tag.equals("*") || tag.equals(etag(false)) || tag.equals(etag(true));
    }
}
