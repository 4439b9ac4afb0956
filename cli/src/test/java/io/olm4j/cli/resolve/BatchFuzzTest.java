package io.olm4j.cli.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.batch.Line;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fuzzing of the requests of a batch. */
class BatchFuzzTest {

    @Test
    void shouldAnswerEveryRequest() throws IOException {
        try (Catalogs catalogs = Catalogs.open(List.of())) {
            var resolver = new BatchResolver(catalogs, Set.of(), true, true);
            Fuzzing.from(
                            "{\"id\":1.10,\"packageName\":\"foo\",\"version\":\">=1.0.0\",\"channels\":[\"stable\"],"
                                    + "\"installed\":{\"name\":\"foo.v1\",\"version\":\"1.0.0\"},"
                                    + "\"upgradeConstraintPolicy\":\"SelfCertified\"}",
                            "{\"id\":\"a\",\"packageName\":\"foo\",\"catalogs\":[\"c\"]}")
                    .withWords(
                            "\"id\":",
                            "\"packageName\":",
                            "\"version\":",
                            "\"installed\":{",
                            "\"channels\":[",
                            "{}",
                            "[]")
                    .texts(text -> assertThat(resolver.answer(new Line(7, text, false)))
                            .startsWith("{\"id\":"));
        }
    }
}
