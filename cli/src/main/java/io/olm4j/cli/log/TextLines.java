package io.olm4j.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * Writes an event as one line for people: time, level, logger, message, fields as {@code key=value}. The lines of an
 * exception follow, indented, so that nothing in a message can pass for a line of its own.
 */
final class TextLines extends EncoderBase<ILoggingEvent> {

    private static final byte[] NOTHING = new byte[0];
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
    /** Also the ends of lines of Unicode, and what changes the direction of text. */
    private static final String CONTROLS = "\\x00-\\x1F\\x7F-\\x9F\\u2028-\\u202E\\u2066-\\u2069";

    private static final Pattern CONTROL = Pattern.compile("[" + CONTROLS + "]");
    private static final Pattern BARE = Pattern.compile("[^\\s\"=" + CONTROLS + "]+");

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160)
                .append(TIME.format(OffsetDateTime.ofInstant(event.getInstant(), ZoneId.systemDefault())))
                .append(' ')
                .append(String.format("%-5s", event.getLevel()))
                .append(' ')
                .append(event.getLoggerName().substring(event.getLoggerName().lastIndexOf('.') + 1))
                .append(" - ")
                .append(escaped(LogFields.message(event)));
        LogFields.of(event)
                .forEach((key, value) ->
                        line.append(' ').append(escaped(key)).append('=').append(quoted(String.valueOf(value))));
        line.append('\n');
        LogFields.exception(event)
                .ifPresent(stack -> stack.lines()
                        .forEach(frame -> line.append("    ")
                                .append(escaped(frame.strip()))
                                .append('\n')));
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(String value) {
        return BARE.matcher(value).matches()
                ? value
                : "\"" + escaped(value.replace("\\", "\\\\").replace("\"", "\\\"")) + "\"";
    }

    private static String escaped(String text) {
        return CONTROL.matcher(text).replaceAll(match -> switch (match.group().charAt(0)) {
            case '\n' -> "\\\\n";
            case '\t' -> "\\\\t";
            case '\r' -> "\\\\r";
            default -> String.format("\\\\u%04x", (int) match.group().charAt(0));
        });
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
