package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.fbc.property.ApiKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link CatalogIndex} with damaged files, and with files that an interrupted write left. */
class CatalogDiskTest {
    private static final String PINNED = "example.com/catalog@sha256:" + "1".repeat(64);

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
        index.refresh(service.location(PINNED));
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

    private Path directory() {
        return cache.resolve("test");
    }

    private Path metas() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private List<String> fileNames() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldFetchAnewWhenIndexIsDamaged() throws IOException {
        byte[] damaged = Files.readAllBytes(directory().resolve("index.json"));
        damaged[damaged.length / 2] ^= 1;
        Files.write(directory().resolve("index.json"), damaged);

        restart();

        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Unavailable.class);
        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
        assertThat(service.requests().get(1).containsKey("If-None-Match")).isFalse();
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldKnowProvidersAfterARestartAndWhenTheIndexIsOfAnOlderFormat() throws IOException {
        // given
        ApiKind widget = new ApiKind("example.com", "v1", "Widget");
        service.useEtag("\"2\"");
        service.serve(Catalogs.providerOf("foo", "Widget"));
        index.refresh(service.location(""));
        // when
        restart();
        // then
        assertThat(index.providers("test", widget)).containsExactly("foo");
        assertThat(service.requests()).hasSize(2);
        // when: the former version had no APIs
        String body = Files.readString(directory().resolve("index.json"))
                .substring(65)
                .replace("\"version\":2", "\"version\":1")
                .replaceAll(",\"apis\":\\[[^}]*", "");
        MessageDigest digest = ContentHash.sha256();
        digest.update(body.getBytes(StandardCharsets.UTF_8));
        Files.writeString(directory().resolve("index.json"), ContentHash.hex(digest) + "\n" + body);
        restart();
        index.refresh(service.location(""));
        // then
        assertThat(index.providers("test", widget)).containsExactly("foo");
    }

    @Test
    void shouldFetchAnewWhenIndexIsMissing() throws IOException {
        Files.delete(directory().resolve("index.json"));

        restart();

        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
        assertThat(index.lookup("test", "bar")).isInstanceOf(Lookup.Found.class);
        assertThat(fileNames()).hasSize(2).contains("index.json");
    }

    @Test
    void shouldFetchAnewWhenMetasAreTruncated() throws IOException {
        byte[] all = Files.readAllBytes(metas());
        Files.write(metas(), java.util.Arrays.copyOf(all, all.length - 10));

        restart();

        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Unavailable.class);
        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldFetchAnewWhenMetasAreGone() throws IOException {
        Files.delete(metas());

        restart();

        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
    }

    @Test
    void shouldNoticeDamageOfOnePackageAndFetchAnew() throws IOException {
        // given: a digit of a version flips, so that the object stays well-formed
        String text = Files.readString(metas());
        Files.writeString(metas(), text.replace("foo.v1.0.0", "foo.v9.0.0"), StandardOpenOption.TRUNCATE_EXISTING);
        restart();
        // when
        Lookup lookup = index.lookup("test", "foo");
        // then
        assertThat(lookup)
                .isEqualTo(new Lookup.Unavailable(
                        "package \"foo\" of catalog \"test\" is damaged on disk; it is fetched anew at the"
                                + " next refresh"));
        assertThat(index.lookup("test", "bar")).isInstanceOf(Lookup.Found.class);
        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldFetchAnewWhenTheDiskCannotRead() throws IOException {
        // given: a link to itself is there, but cannot be opened
        Path metas = metas();
        Files.delete(metas);
        Files.createSymbolicLink(metas, metas);
        // when
        Lookup lookup = index.lookup("test", "foo");
        // then
        assertThat(lookup)
                .isInstanceOfSatisfying(
                        Lookup.Unavailable.class,
                        unavailable -> assertThat(unavailable.reason())
                                .startsWith("package \"foo\" of catalog \"test\" cannot be read from disk: ")
                                .endsWith("; its catalog is fetched anew at the next refresh"));
        assertThat(index.isDamaged("test")).isTrue();
        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldNoticeDamageThatBreaksTheSyntax() throws IOException {
        String text = Files.readString(metas());
        Files.writeString(metas(), text.replace("\"entries\":[{\"name\":\"foo", "\"entries\":[{\"name\";\"foo"));
        restart();

        assertThat(index.lookup("test", "foo"))
                .isInstanceOfSatisfying(
                        Lookup.Unavailable.class,
                        lookup -> assertThat(lookup.reason()).contains("damaged on disk"));
    }

    @Test
    void shouldRemoveWhatAnInterruptedWriteLeft() throws IOException {
        // given: the process ended while it wrote, and before it replaced the index
        Files.writeString(directory().resolve("metas-123.tmp"), "{\"schema\":\"olm.pack");
        Files.writeString(directory().resolve("index-123.tmp"), "abc");
        Files.writeString(
                directory().resolve("metas-" + "0".repeat(64) + ".jsonl"), Catalogs.packageOf("new", "1.0.0"));

        restart();

        assertThat(fileNames()).hasSize(2);
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
        assertThat(index.lookup("test", "new")).isInstanceOf(Lookup.NoSuchPackage.class);
        assertThat(service.requests()).hasSize(1);
    }

    @Test
    void shouldStartEmptyWhenFirstWriteWasInterrupted() throws IOException {
        index.remove("test");
        Files.createDirectories(directory());
        Files.writeString(directory().resolve("metas-123.tmp"), "{\"schema\":\"olm.pack");

        restart();

        assertThat(cache).isEmptyDirectory();
        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
    }

    @Test
    void shouldRemoveWhatTheOriginalOperatorControllerLeft() throws IOException {
        // given
        writeAsTheOriginal(directory());
        writeAsTheOriginal(cache.resolve("other"));
        // when
        restart();
        // then
        assertThat(fileNames()).hasSize(2);
        assertThat(cache.resolve("other")).doesNotExist();
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
        // when
        writeAsTheOriginal(directory());
        index.remove("test");
        // then
        assertThat(cache).isEmptyDirectory();
    }

    private static void writeAsTheOriginal(Path catalog) throws IOException {
        Path schema = Files.createDirectories(catalog.resolve("foo/olm.bundle"));
        Files.writeString(schema.resolve("foo.v1.0.0.json"), "{}");
    }

    @Test
    void shouldSurviveGarbageInEveryFile() throws IOException {
        for (String name : fileNames()) {
            Files.write(directory().resolve(name), new byte[] {0, 1, 2, (byte) 0xFF});
        }

        restart();

        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldSayWhatIsWrongWhenPackageIsMalformed() {
        service.useEtag("\"2\"");
        service.serve(Catalogs.packageOf("foo", "1.0.0")
                + "{\"entries\":\"none\",\"name\":\"x\",\"package\":\"bar\",\"schema\":\"olm.channel\"}\n");
        index.refresh(service.location(""));

        assertThat(index.lookup("test", "bar"))
                .isEqualTo(new Lookup.Unreadable(
                        "error loading package \"bar\": it is malformed: entries must be a list, not a string"));
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldReportFailureWhenDirectoryCannotBeWritten() throws IOException {
        index.remove("test");
        Files.write(directory(), "in the way".getBytes(StandardCharsets.UTF_8));

        assertThat(index.refresh(service.location(PINNED)))
                .isInstanceOfSatisfying(
                        Refresh.Failed.class,
                        failed -> assertThat(failed.message())
                                .endsWith("the cache directory cannot be written: " + directory()
                                        + ": the file exists already"));
    }
}
