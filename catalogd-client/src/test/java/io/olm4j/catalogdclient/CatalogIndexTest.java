package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link CatalogIndex} against a real HTTP server. */
class CatalogIndexTest {
    private static final String PINNED = "example.com/catalog@sha256:" + "1".repeat(64);
    private static final String OTHER_PIN = "example.com/catalog@sha256:" + "2".repeat(64);

    @TempDir
    Path cache;

    private final OkHttpClient http = new OkHttpClient();
    private CatalogService service;
    private CatalogIndex index;

    @BeforeEach
    void start() throws IOException {
        service = new CatalogService();
        index = newIndex();
    }

    @AfterEach
    void stop() {
        index.close();
        service.close();
    }

    private CatalogIndex newIndex() {
        return new CatalogIndex(cache, http, new SimpleMeterRegistry());
    }

    private static PackageGraph graph(Lookup lookup) {
        assertThat(lookup).isInstanceOf(Lookup.Found.class);
        return ((Lookup.Found) lookup).graph();
    }

    @Test
    void shouldReadWholeObjectsOfAPackageWhenTheyAreWanted() throws IOException {
        // given
        String content = Catalogs.packageOf("foo", "1.0.0") + Catalogs.packageOf("bar", "2.0.0");
        service.serve(content);
        index.refresh(service.location(PINNED));
        // when
        List<Meta> bundles =
                index.objects("test", "bar", header -> header.schema().equals("olm.bundle"));
        // then
        assertThat(bundles).singleElement().satisfies(bundle -> {
            assertThat(bundle.name()).isEqualTo("bar.v2.0.0");
            assertThat(bundle.blob().at("/properties/0/value/description").asText())
                    .isEqualTo("x");
        });
        assertThat(index.objects("test", "other", _ -> true)).isEmpty();
        assertThat(index.objects("unread", "bar", _ -> true)).isEmpty();
        assertThat(index.packages("test")).containsExactly("bar", "foo");
        assertThat(index.packages("unread")).isEmpty();
        assertThat(index.size("test")).isEqualTo(content.length());
        assertThat(index.size("unread")).isZero();
    }

    @Test
    void shouldAnswerPackagesWhenCatalogWasRead() {
        // given
        service.serve(Catalogs.packageOf("foo", "1.0.0") + Catalogs.packageOf("bar", "2.0.0"));
        // when
        Refresh refresh = index.refresh(service.location(PINNED));
        // then
        assertThat(refresh)
                .isInstanceOfSatisfying(
                        Refresh.Updated.class,
                        updated -> assertThat(updated.changedPackages()).containsExactlyInAnyOrder("foo", "bar"));
        PackageGraph foo = graph(index.lookup("test", "foo"));
        assertThat(foo.defaultChannel()).contains("stable");
        assertThat(foo.bundles()).extracting(Bundle::version).containsExactly("1.0.0");
        assertThat(foo.bundles().getFirst().properties()).hasSize(1);
        assertThat(index.lookup("test", "baz")).isInstanceOf(Lookup.NoSuchPackage.class);
    }

    @Test
    void shouldNameThePackagesThatProvideAnApi() {
        // given
        service.serve(Catalogs.packageOf("none", "1.0.0")
                + Catalogs.providerOf("foo", "Widget")
                + Catalogs.providerOf("bar", "Widget")
                + Catalogs.providerOf("other", "Gadget"));
        index.refresh(service.location(PINNED));
        // when, then
        assertThat(index.providers("test", widget("v1"))).containsExactly("bar", "foo");
        assertThat(index.providers("test", widget("v2"))).isEmpty();
        assertThat(index.providers("unknown", widget("v1"))).isEmpty();
        // when
        service.serve(Catalogs.providerOf("foo", "Gadget") + Catalogs.providerOf("bar", "Widget"));
        index.refresh(service.location(OTHER_PIN));
        // then
        assertThat(index.providers("test", widget("v1"))).containsExactly("bar");
    }

    private static ApiKind widget(String version) {
        return new ApiKind("example.com", version, "Widget");
    }

    @Test
    void shouldNotRequestWhenPinnedReferenceIsTheSame() {
        service.serve(Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(PINNED));

        Refresh refresh = index.refresh(service.location(PINNED));

        assertThat(refresh).isInstanceOf(Refresh.Unchanged.class);
        assertThat(service.requests()).hasSize(1);
    }

    @Test
    void shouldSendLastModifiedWhenServiceHasNoEtag() {
        service.serve(Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(PINNED));

        Refresh refresh = index.refresh(service.location(OTHER_PIN));

        assertThat(refresh).isInstanceOf(Refresh.Unchanged.class);
        assertThat(service.requests().get(1).getFirst("If-Modified-Since")).isEqualTo("Fri, 2 Jan 2026 00:00:00 GMT");
        assertThat(index.refresh(service.location(OTHER_PIN))).isInstanceOf(Refresh.Unchanged.class);
        assertThat(service.requests()).hasSize(2);
    }

    @Test
    void shouldSendEtagWhenServiceHasOne() {
        service.useEtag("\"v1\"");
        service.serve(Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(""));

        Refresh refresh = index.refresh(service.location(""));

        assertThat(refresh).isInstanceOf(Refresh.Unchanged.class);
        assertThat(service.requests().get(1).getFirst("If-None-Match")).isEqualTo("\"v1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"v\u00e9\"", "\"v 1\""})
    void shouldNotSendEtagWhenItCannotBeSent(String etag) {
        service.useEtag(etag);
        service.serve(Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(""));

        Refresh refresh = index.refresh(service.location(""));

        assertThat(refresh).isInstanceOf(Refresh.Unchanged.class);
        assertThat(service.requests()).hasSize(2);
        assertThat(service.requests().get(1)).doesNotContainKey("If-None-Match");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"v2\""})
    void shouldNotFetchContentAgainWhenItIsNoCatalog(String etag) {
        // given
        service.serve(Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(PINNED));
        service.useEtag(etag);
        service.serve("{\"schema\":");
        Refresh refused = index.refresh(service.location(OTHER_PIN));
        int bodies = service.bodies();

        // when
        Refresh again = index.refresh(service.location(OTHER_PIN));

        // then
        assertThat(again).isEqualTo(refused).isInstanceOf(Refresh.Failed.class);
        assertThat(service.bodies()).isEqualTo(bodies);
        assertThat(graph(index.lookup("test", "foo")).bundles()).hasSize(1);

        // when
        service.useEtag("");
        service.serve(Catalogs.packageOf("foo", "1.0.1"));

        // then
        assertThat(index.refresh(service.location(OTHER_PIN))).isInstanceOf(Refresh.Updated.class);
    }

    @Test
    void shouldNotRelyOnLastModifiedWhenContentIsOfThisSecond() {
        service.serveAsOf(Instant.now(), Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(""));

        service.serveAsOf(Instant.now(), Catalogs.packageOf("foo", "1.0.1"));
        Refresh refresh = index.refresh(service.location(""));

        assertThat(refresh).isInstanceOf(Refresh.Updated.class);
        assertThat(service.requests().get(1).containsKey("If-Modified-Since")).isFalse();
    }

    @Test
    void shouldNameOnlyChangedPackagesWhenContentChanged() {
        service.serve(Catalogs.packageOf("same", "1.0.0")
                + Catalogs.packageOf("changed", "1.0.0")
                + Catalogs.packageOf("gone", "1.0.0"));
        index.refresh(service.location(PINNED));

        // in another order, as the original serves it
        service.serve(Catalogs.packageOf("new", "1.0.0")
                + Catalogs.packageOf("changed", "1.0.1")
                + Catalogs.packageOf("same", "1.0.0"));
        Refresh refresh = index.refresh(service.location(OTHER_PIN));

        assertThat(refresh)
                .isInstanceOfSatisfying(
                        Refresh.Updated.class,
                        updated -> assertThat(updated.changedPackages())
                                .containsExactlyInAnyOrder("changed", "gone", "new"));
        assertThat(graph(index.lookup("test", "changed")).bundles())
                .extracting(Bundle::version)
                .containsExactly("1.0.1");
        assertThat(index.lookup("test", "gone")).isInstanceOf(Lookup.NoSuchPackage.class);
    }

    @Test
    void shouldReportUnchangedWhenOnlyTheOrderChanged() {
        String foo = Catalogs.packageOf("foo", "1.0.0");
        String bar = Catalogs.packageOf("bar", "1.0.0");
        service.serve(foo + bar);
        index.refresh(service.location(PINNED));

        service.serve(bar + foo);

        assertThat(index.refresh(service.location(OTHER_PIN))).isInstanceOf(Refresh.Unchanged.class);
        assertThat(graph(index.lookup("test", "bar")).bundles()).hasSize(1);
    }

    @Test
    void shouldLeaveOutObjectsWithoutASchema() {
        service.serve("{\"kind\":\"Kustomization\"}\n" + Catalogs.packageOf("foo", "1.0.0"));

        Refresh refresh = index.refresh(service.location(""));

        assertThat(refresh).isInstanceOf(Refresh.Updated.class);
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldLeaveOutPackagesWhoseNameIsTooLongToAskFor() {
        String longest = "n".repeat(253);
        service.serve(Catalogs.packageOf(longest, "1.0.0") + Catalogs.packageOf(longest + "n", "1.0.0"));

        Refresh refresh = index.refresh(service.location(""));

        assertThat(refresh).isInstanceOf(Refresh.Updated.class);
        assertThat(index.packages("test")).containsExactly(longest);
    }

    @Test
    void shouldReadInterleavedPackages() {
        String[] foo = Catalogs.packageOf("foo", "1.0.0").split("(?<=\n)", -1);
        String[] bar = Catalogs.packageOf("bar", "2.0.0").split("(?<=\n)", -1);
        service.serve(foo[2] + bar[2] + foo[0] + bar[0] + bar[1] + foo[1]);

        index.refresh(service.location(PINNED));

        assertThat(graph(index.lookup("test", "foo")).bundles())
                .extracting(Bundle::name)
                .containsExactly("foo.v1.0.0");
        assertThat(graph(index.lookup("test", "bar")).channels()).hasSize(1);
    }

    @Test
    void shouldReadGzip() {
        service.useGzip();
        service.serve(Catalogs.packageOf("foo", "1.0.0"));

        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
        assertThat(graph(index.lookup("test", "foo")).bundles()).hasSize(1);
    }

    @Test
    void shouldAnswerWithoutRequestAfterRestart() {
        service.serve(Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(PINNED));
        index.close();

        index = newIndex();

        assertThat(index.catalogs()).containsExactly("test");
        assertThat(graph(index.lookup("test", "foo")).bundles()).hasSize(1);
        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Unchanged.class);
        assertThat(service.requests()).hasSize(1);
    }

    @Test
    void shouldForgetCatalogWhenRemoved() {
        service.serve(Catalogs.packageOf("foo", "1.0.0"));
        index.refresh(service.location(PINNED));

        index.remove("test");

        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Unavailable.class);
        assertThat(cache).isEmptyDirectory();
        assertThat(index.refresh(service.location(PINNED))).isInstanceOf(Refresh.Updated.class);
    }

    @Test
    void shouldAcceptEmptyCatalog() {
        service.serve("");

        assertThat(index.refresh(service.location(PINNED))).isEqualTo(new Refresh.Updated(java.util.Set.of()));
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.NoSuchPackage.class);
    }

    @Test
    void shouldBeUnavailableBeforeTheFirstRefresh() {
        assertThat(index.lookup("test", "foo"))
                .isEqualTo(new Lookup.Unavailable("catalog \"test\" has not been read yet"));
    }
}
