package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Set;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that content answers only for the ClusterCatalog that it was read for, not for another one of its name. */
class CatalogIdentityTest {
    private static final String PINNED = "example.com/catalog@sha256:" + "1".repeat(64);
    private static final String FIRST = "uid-1";
    private static final String SECOND = "uid-2";

    @TempDir
    Path cache;

    private CatalogService service;
    private CatalogIndex index;

    @BeforeEach
    void readCatalog() throws IOException {
        service = new CatalogService();
        service.useEtag("\"1\"");
        service.serve(Catalogs.packageOf("foo", "1.0.0") + Catalogs.packageOf("bar", "1.0.0"));
        index = newIndex();
        index.refresh(service.location(FIRST, PINNED));
    }

    @AfterEach
    void stop() {
        index.close();
        service.close();
    }

    private CatalogIndex newIndex() {
        return new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry());
    }

    private void restart() {
        index.close();
        index = newIndex();
    }

    private void assertNoAnswer() {
        assertThat(index.hasContent("test")).isFalse();
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Unavailable.class);
        assertThat(index.packages("test")).isEmpty();
    }

    private boolean lastRequestWasConditional() {
        return service.requests().getLast().containsKey("If-None-Match");
    }

    /** An index as it was written before the UID was recorded. */
    private void removeUidFromIndex() throws IOException {
        Path file = cache.resolve("test").resolve("index.json");
        String recorded = "\"uid\":\"" + FIRST + "\",";
        String body = Files.readString(file).substring(65);
        assertThat(body).contains(recorded);
        String before = body.replace(recorded, "");
        MessageDigest digest = ContentHash.sha256();
        digest.update(before.getBytes(StandardCharsets.UTF_8));
        Files.writeString(file, ContentHash.hex(digest) + "\n" + before);
    }

    @Test
    void shouldAnswerAtOnceAfterARestartForTheSameCatalog() {
        restart();

        index.identify("test", FIRST);

        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
        assertThat(index.refresh(service.location(FIRST, PINNED))).isInstanceOf(Refresh.Unchanged.class);
        assertThat(service.requests()).hasSize(1);
    }

    @Test
    void shouldNotAnswerFromTheContentOfAnotherCatalogOfTheSameName() {
        // given
        restart();
        // when
        index.identify("test", SECOND);
        // then
        assertNoAnswer();
        // when
        service.answerWith(500);
        // then
        assertThat(index.refresh(service.location(SECOND, PINNED))).isInstanceOf(Refresh.Failed.class);
        assertNoAnswer();
        // when
        service.answerWith(200);
        // then
        assertThat(index.refresh(service.location(SECOND, PINNED)))
                .isEqualTo(new Refresh.Updated(Set.of("foo", "bar")));
        assertThat(lastRequestWasConditional()).isFalse();
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldFetchTheSameImageAgainForAnotherCatalogOfTheSameName() {
        service.answerWith(500);

        assertThat(index.refresh(service.location(SECOND, PINNED))).isInstanceOf(Refresh.Failed.class);

        assertThat(service.requests()).hasSize(2);
        assertNoAnswer();
    }

    @Test
    void shouldKeepContentOfAnEarlierVersionOfOlm4jWhenTheServiceConfirmsIt() throws IOException {
        // given
        index.close();
        removeUidFromIndex();
        index = newIndex();
        // when
        index.identify("test", FIRST);
        // then
        assertNoAnswer();
        // when
        service.answerWith(500);
        index.refresh(service.location(FIRST, PINNED));
        // then
        assertNoAnswer();
        // when
        service.answerWith(200);
        Refresh confirmed = index.refresh(service.location(FIRST, PINNED));
        // then
        assertThat(confirmed).isEqualTo(new Refresh.Updated(Set.of("foo", "bar")));
        assertThat(lastRequestWasConditional()).isTrue();
        assertThat(service.bodies()).isEqualTo(1);
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
        // when
        restart();
        index.identify("test", FIRST);
        // then
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldReplaceContentOfAnEarlierVersionOfOlm4jWhenTheServiceHasOther() throws IOException {
        // given
        index.close();
        removeUidFromIndex();
        index = newIndex();
        index.identify("test", FIRST);
        service.useEtag("\"2\"");
        service.serve(Catalogs.packageOf("new", "1.0.0"));
        // when
        Refresh replaced = index.refresh(service.location(FIRST, PINNED));
        // then
        assertThat(replaced).isEqualTo(new Refresh.Updated(Set.of("new")));
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.NoSuchPackage.class);
    }
}
