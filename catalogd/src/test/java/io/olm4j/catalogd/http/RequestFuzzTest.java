package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.Section;
import io.olm4j.process.http.RequestHeaders;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of the requests for catalogs: targets, queries, and the fields of a header. */
class RequestFuzzTest {
    private static final String ALL = "/catalogs/cat/api/v1/all";
    private static final List<String> FIELDS = List.of(
            "Range",
            "If-Range",
            "If-Match",
            "If-None-Match",
            "If-Modified-Since",
            "If-Unmodified-Since",
            "Accept-Encoding");

    @TempDir
    Path scratch;

    private Replies replies;

    @BeforeEach
    void store() throws IOException {
        ContentStore store = new ContentStore(scratch.resolve("store"), Clock.systemUTC());
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.json"), "{\"name\":\"p\",\"schema\":\"olm.package\"}\n".repeat(100));
        store.store("cat", "r@1", catalog);
        replies = new Replies(store);
    }

    @Test
    void shouldReplyToEveryTarget() {
        Fuzzing.from(
                        ALL,
                        "/catalogs/cat/api/v1/metas?schema=olm.package&package=p&name=a%20b",
                        "/healthz",
                        "http://x/y")
                .withWords("?", "%2F", "%E9", "name=", "//", "/../", "[::1]", "#")
                .texts(target -> {
                    check(replies.to("GET", target, _ -> List.of()));
                    replies.catalog(target);
                });
    }

    @Test
    void shouldReplyToEveryField() {
        Fuzzing.from(
                        "bytes=0-99",
                        "bytes=-5",
                        "bytes=10-",
                        "\"abc\", W/\"def\", *",
                        "Sun, 06 Nov 1994 08:49:37 GMT",
                        "Sunday, 06-Nov-94 08:49:37 GMT",
                        "gzip;q=0.5, *;q=0, identity")
                .withWords("bytes=", "-", "GMT", "W/", "gzip", ";q=0", "999999999999999999")
                .texts(value -> {
                    for (String field : FIELDS) {
                        RequestHeaders headers = name -> name.equals(field) ? List.of(value) : List.of();
                        check(replies.to("GET", ALL, headers));
                    }
                });
    }

    /** A part must lie in the content. */
    private static void check(Reply reply) {
        if (reply instanceof Reply.Content content) {
            for (Section section : content.sections()) {
                assertThat(section.offset()).isNotNegative();
                assertThat(section.offset() + section.length())
                        .isLessThanOrEqualTo(content.file().length());
            }
        }
    }
}
