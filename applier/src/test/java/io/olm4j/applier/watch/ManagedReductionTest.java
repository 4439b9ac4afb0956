package io.olm4j.applier.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.watch.Owners.Owner;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedReductionTest {

    private static final Owner APP = new Owner("app-1", "uid-1");
    private static final String OWNED = "annotations: {olm.operatorframework.io/revision-name: app-1,"
            + " olm.operatorframework.io/revision-uid: uid-1}";

    private final RevisionContents contents = new RevisionContents();
    private final ManagedReduction reduction = new ManagedReduction(APP::equals, contents);

    private static GenericKubernetesResource map(String metadata) {
        return Serialization.unmarshal("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a, namespace: app, uid: u, resourceVersion: "7", labels: {x: y}, %s}
                data: {key: value}
                """.formatted(metadata), GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ownerReferences: [{apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-1,"
                        + " uid: uid-1}]",
                "annotations: {olm.operatorframework.io/revision-name: app-1,"
                        + " olm.operatorframework.io/revision-uid: uid-1}"
            })
    void shouldKeepAnObjectOfASet(String metadata) {
        GenericKubernetesResource kept = reduction.reduce(map(metadata));

        assertThat(reduction.content(kept))
                .hasValueSatisfying(
                        content -> assertThat(content.at("/data/key").asText()).isEqualTo("value"));
        assertThat(Owners.of(kept)).containsExactly(new Owner("app-1", "uid-1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "annotations: {}",
                "ownerReferences: [{apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-2,"
                        + " uid: uid-1}]",
                "ownerReferences: [{apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-1,"
                        + " uid: uid-2}]",
                "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: app-1, uid: uid-1}]",
                "annotations: {olm.operatorframework.io/revision-name: app-1}"
            })
    void shouldKeepOnlyTheIdentityOfAnObjectThatNoSetHas(String metadata) {
        GenericKubernetesResource kept = reduction.reduce(map(metadata));

        assertThat(reduction.content(kept)).isEmpty();
        ObjectMeta left = kept.getMetadata();
        assertThat(left.getName() + " " + left.getNamespace() + " " + left.getUid() + " " + left.getResourceVersion())
                .isEqualTo("a app u 7");
        assertThat(left.getLabels()).isEmpty();
        assertThat(kept.getAdditionalProperties()).isEmpty();
    }

    @Test
    void shouldKeepOnlyTheContentOfObjectsThatTheSetContains() {
        contents.put(APP, List.of(new ObjectRef("", "v1", "ConfigMap", "app", "a")));

        GenericKubernetesResource own = reduction.reduce(map(OWNED));
        GenericKubernetesResource copied =
                reduction.reduce(named(map(OWNED + ", finalizers: [x.example.com/y]"), "copied"));

        assertThat(reduction.content(own)).isPresent();
        assertThat(reduction.content(copied)).isEmpty();
        assertThat(Owners.of(copied)).as("a change of it concerns the set").containsExactly(APP);
        assertThat(copied.getMetadata().getFinalizers()).isEmpty();
    }

    @Test
    void shouldKeepOnlyTheIdentityOfAnObjectThatIsNestedTooDeep() {
        contents.put(APP, List.of(new ObjectRef("", "v1", "ConfigMap", "app", "a")));
        Map<String, Object> deep = Map.of();
        for (int i = 0; i < 10_000; i++) {
            deep = Map.of("x", deep);
        }
        GenericKubernetesResource object = map(OWNED);
        object.setAdditionalProperty("spec", deep);

        GenericKubernetesResource kept = reduction.reduce(object);

        assertThat(reduction.content(kept)).isEmpty();
        assertThat(kept.getMetadata().getName()).isEqualTo("a");
        assertThat(Owners.of(kept)).containsExactly(APP);
    }

    @Test
    void shouldKeepAnObjectOfAClusterScopedKindForWhichTheSetNamesANamespace() {
        contents.put(APP, List.of(new ObjectRef("", "v1", "ConfigMap", "app", "a")));
        GenericKubernetesResource object = map(OWNED);
        object.getMetadata().setNamespace(null);

        assertThat(reduction.content(reduction.reduce(object))).isPresent();
    }

    @Test
    void shouldKeepNoLargeObjectInANamespace() {
        GenericKubernetesResource large = map(OWNED);
        large.setAdditionalProperty("data", Map.of("key", "x".repeat(1 << 20)));
        contents.put(new Owner("app-1", "uid-of-another"), List.of(Owners.refOf(large)));

        GenericKubernetesResource kept = reduction.reduce(large);

        assertThat(reduction.content(kept)).isEmpty();
        assertThat(Owners.of(kept)).containsExactly(APP);

        // When its set had a pass: the users of a namespace can write such a set too
        contents.put(APP, List.of(Owners.refOf(large)));

        assertThat(reduction.content(reduction.reduce(large))).isEmpty();
    }

    @Test
    void shouldKeepALargeObjectWithoutANamespace() {
        GenericKubernetesResource large = map(OWNED);
        large.setAdditionalProperty("data", Map.of("key", "x".repeat(1 << 20)));
        large.getMetadata().setNamespace(null);
        contents.put(APP, List.of(Owners.refOf(large)));

        assertThat(reduction.content(reduction.reduce(large))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepAtMostTheLatestLargeObjectsWithoutANamespace(boolean isContained) {
        var limited = new ManagedReduction(APP::equals, contents, new LatestContents(0), new LatestContents(100_000));
        List<GenericKubernetesResource> objects = IntStream.range(0, 20)
                .mapToObj(i -> withoutNamespace("large-" + i, 40_000))
                .toList();
        GenericKubernetesResource small = withoutNamespace("small", 30_000);
        if (isContained) {
            contents.put(
                    APP,
                    Stream.concat(objects.stream(), Stream.of(small))
                            .map(Owners::refOf)
                            .toList());
        }
        GenericKubernetesResource keptSmall = limited.reduce(small);

        List<GenericKubernetesResource> kept =
                objects.stream().map(limited::reduce).toList();

        assertThat(kept).filteredOn(one -> limited.content(one).isPresent()).hasSize(2);
        assertThat(limited.content(kept.getLast())).isPresent();
        assertThat(limited.content(keptSmall)).isPresent();
        assertThat(kept).allSatisfy(one -> assertThat(Owners.of(one)).containsExactly(APP));
    }

    private static GenericKubernetesResource withoutNamespace(String name, int length) {
        GenericKubernetesResource object = large(name);
        object.getMetadata().setNamespace(null);
        object.setAdditionalProperty("data", Map.of("key", "x".repeat(length)));
        return object;
    }

    /** An aggregated API server chooses the UIDs of its objects. */
    @Test
    void shouldNotTakeAnotherObjectWithTheSameUidForALargeObject() {
        GenericKubernetesResource large = withoutNamespace("large", 40_000);
        GenericKubernetesResource same = withoutNamespace("large", 40_000);
        same.setApiVersion("forged.example.com/v1");
        same.setAdditionalProperty("data", Map.of("key", "forged".repeat(10_000)));
        GenericKubernetesResource kept = reduction.reduce(large);

        GenericKubernetesResource forged = reduction.reduce(same);

        assertThat(reduction.content(kept).orElseThrow().at("/data/key").asText())
                .startsWith("xxx");
        assertThat(reduction.content(forged).orElseThrow().at("/data/key").asText())
                .startsWith("forged");
    }

    @Test
    void shouldKeepAtMostTheLatestObjectsWhileTheContentOfTheirSetIsNotKnown() {
        var limited = new ManagedReduction(APP::equals, contents, new LatestContents(25_000), new LatestContents(0));
        GenericKubernetesResource own = limited.reduce(large("own"));

        List<GenericKubernetesResource> copies = IntStream.range(0, 100)
                .mapToObj(i -> limited.reduce(large("copy-" + i)))
                .toList();

        assertThat(copies).filteredOn(copy -> limited.content(copy).isPresent()).hasSize(2);
        assertThat(limited.content(copies.getLast())).isPresent();
        assertThat(limited.content(own)).isEmpty();
        assertThat(Owners.of(own)).containsExactly(APP);
    }

    @Test
    void shouldKeepOnlyTheLatestVersionWhileTheContentOfTheSetIsNotKnown() {
        var limited = new ManagedReduction(APP::equals, contents, new LatestContents(25_000), new LatestContents(0));
        GenericKubernetesResource other = limited.reduce(large("other"));
        GenericKubernetesResource first = limited.reduce(large("own"));
        GenericKubernetesResource changed = large("own");
        changed.getMetadata().setResourceVersion("8");

        GenericKubernetesResource second = limited.reduce(changed);

        assertThat(limited.content(first)).isEmpty();
        assertThat(limited.content(second)).isPresent();
        assertThat(limited.content(other)).isPresent();
    }

    /** An object of ten thousand bytes. */
    private static GenericKubernetesResource large(String name) {
        GenericKubernetesResource object = named(map(OWNED), name);
        object.getMetadata().setUid("uid-of-" + name);
        object.setAdditionalProperty("data", Map.of("key", "x".repeat(10_000)));
        return object;
    }

    private static GenericKubernetesResource named(GenericKubernetesResource object, String name) {
        object.getMetadata().setName(name);
        return object;
    }
}
