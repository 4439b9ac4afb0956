package io.olm4j.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.olm4j.versionranges.Shortened;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.event.KeyValuePair;

/**
 * What an event says: its message, its fields and the exception, without secrets and not without end.
 *
 * <p>The framework notes in the MDC which object it reconciles, in eight entries. Of these only the name counts here,
 * as {@code extension}, {@code revision} or {@code catalog}, where the event does not say that itself.
 */
final class LogFields {

    /** Characters; collectors cut or drop what is much longer. */
    private static final int LONGEST = 8 << 10;

    private static final Map<String, String> KINDS =
            Map.of("ClusterExtension", "extension", "ClusterObjectSet", "revision", "ClusterCatalog", "catalog");

    private LogFields() {}

    static String message(ILoggingEvent event) {
        return clean(String.valueOf(event.getFormattedMessage()));
    }

    /** Numbers and truth values as they are, all else as text. */
    static Map<String, Object> of(ILoggingEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (KeyValuePair pair : Optional.ofNullable(event.getKeyValuePairs()).orElse(List.of())) {
            fields.putIfAbsent(
                    pair.key,
                    pair.value instanceof Number || pair.value instanceof Boolean
                            ? pair.value
                            : clean(String.valueOf(pair.value)));
        }
        Map<String, String> reconciled = event.getMDCPropertyMap();
        String kind = KINDS.get(reconciled.getOrDefault("resource.kind", ""));
        String name = reconciled.get("resource.name");
        if (kind != null && name != null) {
            fields.putIfAbsent(kind, clean(name));
        }
        return fields;
    }

    /** The exception with its stack and causes, a frame a line. */
    static Optional<String> exception(ILoggingEvent event) {
        return Optional.ofNullable(event.getThrowableProxy())
                .map(thrown -> Shortened.of(
                        4 * LONGEST,
                        Secrets.masked(ThrowableProxyUtil.asString(thrown).strip())));
    }

    private static String clean(String text) {
        return Shortened.of(LONGEST, Secrets.masked(text));
    }
}
