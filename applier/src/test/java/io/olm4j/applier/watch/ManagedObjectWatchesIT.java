package io.olm4j.applier.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.testsupport.RequestLog;
import io.olm4j.testsupport.TestCluster;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests for {@link ManagedObjectWatches} with a real API server. */
class ManagedObjectWatchesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final RestMapping CONFIG_MAPS =
            new RestMapping(new GroupVersionKind("", "v1", "ConfigMap"), "configmaps", true);

    private final KubernetesClient admin = TestCluster.shared().client();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    @BeforeAll
    static void createNamespace() {
        TestCluster.shared()
                .client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("owners")
                        .endMetadata()
                        .build())
                .create();
    }

    @Test
    void shouldTellOnlyRevisionsWhoseUidAnObjectNames() {
        create("before", "before", "uid-of-before");
        try (var watches = new ManagedObjectWatches(
                admin, Clock.systemUTC(), told::add, (name, uid) -> uid.equals("uid-of-" + name))) {
            // When
            watches.watch("mine", List.of(CONFIG_MAPS));
            create("forged", "victim", "uid-of-nobody");
            create("own", "mine", "uid-of-mine");

            // Then
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).containsExactlyInAnyOrder("before", "mine"));

            // When
            told.clear();
            admin.configMaps().inNamespace("owners").withName("forged").delete();
            admin.configMaps().inNamespace("owners").withName("before").delete();
            admin.configMaps().inNamespace("owners").withName("own").delete();

            // Then the events come in the order of the deletions
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).contains("mine"));
            assertThat(told).containsExactlyInAnyOrder("before", "mine");
        }
    }

    @Test
    void shouldListAllPages() {
        // Given more objects than a page has
        List<String> sets = IntStream.range(0, 60).mapToObj(i -> "paged-" + i).toList();
        sets.forEach(set -> create(set, set, "uid-of-" + set));
        List<String> limits = new CopyOnWriteArrayList<>();
        var requests = new RequestLog();
        requests.inject(chain -> {
            HttpUrl url = chain.request().url();
            if (url.encodedPath().equals("/api/v1/configmaps") && !"true".equals(url.queryParameter("watch"))) {
                limits.add(String.valueOf(url.queryParameter("limit")));
            }
            return chain.proceed(chain.request());
        });
        try (var client = requests.client(admin.getConfiguration());
                var watches = new ManagedObjectWatches(
                        client, Clock.systemUTC(), told::add, (name, uid) -> name.startsWith("paged-"))) {
            // When
            watches.watch("mine", List.of(CONFIG_MAPS));

            // Then
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).containsExactlyInAnyOrderElementsOf(sets));
            assertThat(limits).hasSizeGreaterThan(1).containsOnly("50");
        }
    }

    private void create(String name, String set, String uid) {
        admin.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("owners")
                        .withName(name)
                        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM)
                        .addToAnnotations(Annotations.REVISION_NAME, set)
                        .addToAnnotations(Annotations.REVISION_UID, uid)
                        .addNewOwnerReference()
                        .withApiVersion(OlmApi.API_VERSION)
                        .withKind(ClusterObjectSet.KIND)
                        .withName(set)
                        .withUid(uid)
                        .endOwnerReference()
                        .endMetadata()
                        .build())
                .create();
    }
}
