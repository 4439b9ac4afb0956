package io.olm4j.catalogd.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * By what a client can tell whether its copy of some content is still right.
 *
 * @param hash of the content; each encoding of it has an entity tag of its own, and a copy in any of them is right
 * @param lastModified when the content last changed, in whole seconds
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13">RFC 9110, conditional requests</a>
 */
record Validators(String hash, Instant lastModified) {

    private static final DateTimeFormatter READ = DateTimeFormatter.RFC_1123_DATE_TIME;

    /** RFC_1123_DATE_TIME writes the day of the month without a leading zero, HTTP wants one. */
    private static final DateTimeFormatter WRITE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

    String etag(boolean gzip) {
        return "\"" + hash + (gzip ? "-gzip\"" : "\"");
    }

    String httpDate() {
        return WRITE.format(lastModified.atZone(ZoneOffset.UTC));
    }

    /** Whether the client has the content already. Entity tags go before dates, as they are exact. */
    boolean areKnownTo(RequestHeaders request) {
        List<String> tags = request.all("If-None-Match");
        if (!tags.isEmpty()) {
            return tags.stream()
                    .flatMap(header -> List.of(header.split(",", -1)).stream())
                    .map(String::strip)
                    .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                    .anyMatch(tag -> tag.equals("*") || tag.equals(etag(false)) || tag.equals(etag(true)));
        }
        return request.first("If-Modified-Since")
                .flatMap(Validators::date)
                .map(since -> !lastModified.isAfter(since))
                .orElse(false);
    }

    /** Whether a range may be sent: the part the client has, if it says which, is of this content. */
    boolean allowRange(RequestHeaders request) {
        return request.first("If-Range")
                .map(condition -> condition.equals(etag(false))
                        || date(condition).map(lastModified::equals).orElse(false))
                .orElse(true);
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, READ).toInstant());
        } catch (DateTimeException notDate) {
            return Optional.empty();
        }
    }
}
