package io.olm4j.applier.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.testsupport.Fuzzing;
import io.olm4j.testsupport.Gzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseContentTest {

    private static final String RELEASE = """
            {"name":"a","info":{"status":"deployed","notes":["x",{}]},
            "chart":{"files":[{"name":"f","data":"e30="}],"lock":null,
              "metadata":{"name":"a","annotations":{"olm.properties":"[1]","b":"c"}},"values":{}},
            "manifest":%s,"hooks":[{"manifest":"---"}],"version":3,"namespace":"n"}
            """;

    private static final String MANIFEST = "\"---\\n# Source: a.json\\n{\\\"kind\\\":\\\"A\\\"}"
            + "\\n\\n---\\r\\n# Source: b.json\\n{\\\"kind\\\":\\\"B\\\"}\"";

    @Test
    void shouldReadTheObjectsAndTheProperties() throws Exception {
        ReleaseContent content = ReleaseContent.read(gzip(RELEASE.formatted(MANIFEST)));

        assertThat(content.objects())
                .extracting(object -> object.path("kind").asText())
                .containsExactly("A", "B");
        assertThat(content.olmProperties()).contains("[1]");
    }

    @Test
    void shouldReadAReleaseWithoutProperties() throws Exception {
        assertThat(ReleaseContent.read(gzip("{\"manifest\":" + MANIFEST + "}")).olmProperties())
                .isEmpty();
        assertThat(ReleaseContent.read(gzip("{\"chart\":{\"metadata\":null},\"manifest\":" + MANIFEST + "}"))
                        .olmProperties())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    []                          | it is not a JSON object
                    {}                          | its manifest has no object
                    {"manifest":7}              | its manifest has no object
                    {"manifest":"# nothing"}    | its manifest has no object
                    {"manifest":"[]"}           | its manifest has a line that is not a Kubernetes object
                    {"manifest":"{}"}           | its manifest has a line that is not a Kubernetes object
                    {"manifest":"kind: A"}      | Unrecognized token 'kind'
                    {"manifest":                | Unexpected end-of-input
                    """)
    void shouldSayWhyAReleaseCannotBeRead(String release, String reason) {
        assertThatThrownBy(() -> ReleaseContent.read(gzip(release)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldReportWhatIsNoReleaseOrOnlyAPartOfOne() throws Exception {
        byte[] whole = Gzip.of(RELEASE.formatted(MANIFEST));

        assertThatThrownBy(
                        () -> ReleaseContent.read(new ByteArrayInputStream("plain".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Not in GZIP format");
        assertThatThrownBy(() -> ReleaseContent.read(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length / 2))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Unexpected end");
    }

    @Test
    void shouldReadOrRefuseEveryRelease() {
        Fuzzing.from(List.of(RELEASE.formatted(MANIFEST).getBytes(StandardCharsets.UTF_8)))
                .withWords("\"manifest\":", "\"chart\":{", "\"metadata\":", "\\n", "null", "{}", "[]")
                .allowing(IOException.class)
                .texts(text -> ReleaseContent.read(gzip(text)).objects().getFirst());
    }

    private static ByteArrayInputStream gzip(String text) {
        return new ByteArrayInputStream(Gzip.of(text));
    }
}
