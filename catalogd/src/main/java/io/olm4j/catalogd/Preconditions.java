package io.olm4j.catalogd;

import com.sun.net.httpserver.Headers;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Decides whether a client has the content already.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13">RFC 9110, conditional requests</a>
 */
final class Preconditions {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME;

    private Preconditions() {}

    /** Entity tags go before dates, as they are exact. */
    static boolean isFresh(Headers request, String etag, Instant lastModified) {
        List<String> tags = request.getOrDefault("If-None-Match", List.of());
        if (!tags.isEmpty()) {
            return tags.stream()
                    .flatMap(header -> List.of(header.split(",", -1)).stream())
                    .map(String::strip)
                    .anyMatch(tag -> tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag));
        }
        String since = request.getFirst("If-Modified-Since");
        if (since == null) {
            return false;
        }
        try {
            return !lastModified.isAfter(ZonedDateTime.parse(since, HTTP_DATE).toInstant());
        } catch (DateTimeException notADate) {
            return false;
        }
    }

    static String httpDate(Instant instant) {
        // RFC_1123_DATE_TIME writes the day of the month without a leading zero, HTTP wants one.
        return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", java.util.Locale.ROOT)
                .format(instant.atZone(ZoneOffset.UTC));
    }
}
