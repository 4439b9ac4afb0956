package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okio.BufferedSource;
import okio.Okio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubresourceFieldsFilterTest {

    private static final String MAIN = "{\"manager\":\"m\",\"fieldsV1\":{\"f:subresource\":{},"
            + "\"k:{\\\"a\\\":\\\"]\\\",\\\"subresource\\\":\\\"x\\\"}\":{\".\":{}}}}";
    private static final String STATUS =
            "{\"manager\":\"m\",\"fieldsV1\":{\"f:s\":{\"v:[}\":{}}},\"subresource\":\"status\"}";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void shouldLeaveOutOnlyFieldsOfSubresourcesHoweverEventsArrive(int part) throws IOException {
        String events =
                event(STATUS + "," + MAIN + "," + STATUS) + event(MAIN + "," + MAIN) + event(STATUS) + event("");

        assertThat(filtered(events, part)).isEqualTo(event(MAIN) + event(MAIN + "," + MAIN) + event("") + event(""));
    }

    /** Only the metadata of the object itself has managed fields; a field of that name elsewhere is data. */
    @ParameterizedTest
    @CsvSource({"spec,managedFields", "metadata,finalizers", "x-metadata,managedFields"})
    void shouldKeepOtherFields(String field, String name) throws IOException {
        String event = "{\"object\":{\"metadata\":{\"name\":\"managedFields\"},\"%s\":{\"%s\":[%s]}}}\n"
                .formatted(field, name, STATUS);

        assertThat(filtered(event, 1000)).isEqualTo(event);
    }

    @Test
    void shouldKeepObjectsWithinTheObject() throws IOException {
        String event = "{\"object\":{\"metadata\":{},\"spec\":" + event(STATUS).strip() + "}}\n";

        assertThat(filtered(event, 1000)).isEqualTo(event);
    }

    @Test
    void shouldEndWithTheWatch() throws IOException {
        assertThat(filtered("{\"object\":{\"metadata\":{\"managedFields\":[{\"man", 5))
                .isEqualTo("{\"object\":{\"metadata\":{\"managedFields\":[");
    }

    private static String event(String entries) {
        return "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"K\",\"metadata\":{\"labels\":{\"a\":\"ü\\\\\\\"\"},"
                + "\"managedFields\":[" + entries + "],\"name\":\"n\"},\"spec\":[1,{}]}}\n";
    }

    private static String filtered(String events, int part) throws IOException {
        var parts = new InParts(events.getBytes(StandardCharsets.UTF_8), part);
        try (BufferedSource source = Okio.buffer(new SubresourceFieldsFilter(parts))) {
            return source.readUtf8();
        }
    }
}
