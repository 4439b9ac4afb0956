package io.olm4j.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Writes an event as one JSON object on one line: {@code ts}, {@code level}, {@code logger}, {@code msg}, then the
 * fields of the event beside them, then {@code stacktrace}.
 *
 * <p>Logback's own encoder puts fields into an array of objects and a stack into an array of frames, and gives the time
 * as a number; collectors such as Loki make labels and columns of flat fields only.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {

    private static final JsonFactory JSON = new JsonFactory();
    private static final byte[] NOTHING = new byte[0];
    private static final Set<String> OWN = Set.of("ts", "level", "logger", "msg", "stacktrace");

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("ts", event.getInstant().toString());
            json.writeStringField("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
            json.writeStringField("logger", event.getLoggerName());
            json.writeStringField("msg", LogFields.message(event));
            for (Map.Entry<String, Object> field : LogFields.of(event).entrySet()) {
                json.writeFieldName(OWN.contains(field.getKey()) ? "field_" + field.getKey() : field.getKey());
                json.writePOJO(field.getValue());
            }
            if (event.getThrowableProxy() != null) {
                json.writeStringField("stacktrace", LogFields.exception(event).orElse(""));
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("Memory can be written to", e);
        }
        line.writeBytes("\n".getBytes(StandardCharsets.UTF_8));
        return line.toByteArray();
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
