package io.olm4j.catalogd.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes and reads dates of header fields.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7">RFC 9110, date/time formats</a>
 */
final class HttpDate {

    /** RFC_1123_DATE_TIME writes the day of the month without a leading zero, HTTP wants one. */
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

    /** Years of two digits are those of the century that began in 1970. */
    private static final DateTimeFormatter RFC_850 = new DateTimeFormatterBuilder()
            .appendPattern("EEEE, dd-MMM-")
            .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.US); // the neutral locale has no long names of days

    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);

    /** The one that is written, and those that must still be understood. */
    private static final List<DateTimeFormatter> READABLE = List.of(FORMAT, RFC_850, ASCTIME);

    private HttpDate() {}

    static String format(Instant time) {
        return FORMAT.format(time.atOffset(ZoneOffset.UTC));
    }

    /** Empty if it is no date, for then the header field is to be ignored. */
    static Optional<Instant> parse(String text) {
        for (DateTimeFormatter format : READABLE) {
            try {
                return Optional.of(LocalDateTime.parse(text, format).toInstant(ZoneOffset.UTC));
            } catch (DateTimeException notInThisFormat) {
                // Perhaps in the next one.
            }
        }
        return Optional.empty();
    }
}
