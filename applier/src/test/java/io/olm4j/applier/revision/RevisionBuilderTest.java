package io.olm4j.applier.revision;

import static io.olm4j.applier.testing.Trees.object;
import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Secret;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.Labels;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.RevisionPlanning.Unplannable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class RevisionBuilderTest {

    static final RevisionIdentity IDENTITY = new RevisionIdentity(
            "argocd",
            "uid-1",
            "argocd-operator",
            "argocd-operator.v0.6.0",
            "0.6.0",
            Optional.empty(),
            "example.com/argocd@sha256:0",
            Optional.of("[]"),
            Optional.of("{}"),
            new Identity.Account(new ServiceAccountRef("argocd", "installer")),
            Optional.empty(),
            Optional.empty(),
            Optional.of(new RevisionOrigin("sha256:1", "~1.0 sha256:2", "1.2.3")));

    private final RevisionBuilder builder = new RevisionBuilder("olmv1-system");

    private RevisionPlan plan(List<ObjectNode> objects, long number) {
        return (RevisionPlan) builder.build(IDENTITY, objects, number);
    }

    @Test
    void shouldSayWhatTheRevisionIs() {
        ClusterObjectSet set =
                plan(List.of(object("v1", "ConfigMap", "argocd", "a")), 3).set();

        assertThat(set.getMetadata().getName()).isEqualTo("argocd-3");
        assertThat(set.getMetadata().getLabels())
                .isEqualTo(Map.of(Labels.OWNER_KIND, "ClusterExtension", Labels.OWNER_NAME, "argocd"));
        assertThat(set.getMetadata().getAnnotations())
                .containsEntry(Annotations.BUNDLE_NAME, "argocd-operator.v0.6.0")
                .containsEntry(Annotations.BUNDLE_VERSION, "0.6.0")
                .containsEntry(Annotations.OLM_PROPERTIES, "[]")
                .containsEntry(Annotations.DEPENDENCIES, "{}")
                .containsEntry(Annotations.SERVICE_ACCOUNT_NAMESPACE, "argocd")
                .containsEntry(Annotations.SERVICE_ACCOUNT_NAME, "installer")
                .doesNotContainKeys(Annotations.BUNDLE_RELEASE, Annotations.MANAGED_NAMESPACE);
        assertThat(set.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("uid-1"));
        assertThat(set.getSpec().lifecycleState()).isEqualTo(LifecycleState.ACTIVE);
        assertThat(set.getSpec().revision()).isEqualTo(3);
        assertThat(set.getSpec().progressionProbes()).isEqualTo(DefaultProbes.ALL);
    }

    @Test
    void shouldSayWhichReleaseAndWhichNamespaceTheRevisionHolds() {
        var identity = new RevisionIdentity(
                IDENTITY.extensionName(),
                IDENTITY.extensionUid(),
                IDENTITY.packageName(),
                IDENTITY.bundleName(),
                IDENTITY.bundleVersion(),
                Optional.of(""),
                IDENTITY.bundleReference(),
                IDENTITY.olmProperties(),
                IDENTITY.dependencies(),
                IDENTITY.identity(),
                IDENTITY.progressDeadlineMinutes(),
                Optional.of("argocd-system"),
                IDENTITY.origin());

        RevisionPlan plan = (RevisionPlan) builder.build(identity, List.of(), 1);

        assertThat(plan.set().getMetadata().getAnnotations())
                .containsEntry(Annotations.BUNDLE_RELEASE, "")
                .containsEntry(Annotations.MANAGED_NAMESPACE, "argocd-system");
    }

    @Test
    void shouldKeepOfTheMetadataOnlyWhatAUserMayWrite() throws IOException {
        // Given
        ObjectNode object = yaml("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a
                  namespace: argocd
                  generation: 7
                  uid: x
                  finalizers: [example.com/f]
                  labels: {mine: "1"}
                  annotations:
                    mine: "1"
                    kubectl.kubernetes.io/last-applied-configuration: "{}"
                data: {k: v}
                status: {x: 1}
                """);

        // When
        RevisionPlan plan = plan(List.of(object), 1);

        // Then
        assertThat(stored(plan, 0, 0)).isEqualTo(yaml("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a
                  namespace: argocd
                  labels:
                    mine: "1"
                    olm.operatorframework.io/owner-kind: ClusterExtension
                    olm.operatorframework.io/owner-name: argocd
                  annotations:
                    mine: "1"
                    olm.operatorframework.io/bundle-version: 0.6.0
                    olm.operatorframework.io/package-name: argocd-operator
                data: {k: v}
                """));
        assertThat(object.has("status")).as("the argument stays as it is").isTrue();
    }

    /** An object as it is stored, unpacked. */
    private static ObjectNode stored(RevisionPlan plan, int phase, int index) throws IOException {
        byte[] stored = bytes(plan, phase, index);
        byte[] json = stored[0] == '{' ? stored : new GZIPInputStream(new ByteArrayInputStream(stored)).readAllBytes();
        return (ObjectNode) new ObjectMapper().readTree(json);
    }

    private static byte[] bytes(RevisionPlan plan, int phase, int index) {
        ObjectSourceRef ref = Optional.ofNullable(plan.set()
                        .getSpec()
                        .phases()
                        .get(phase)
                        .objects()
                        .get(index)
                        .ref())
                .orElseThrow();
        Secret secret = plan.secrets().stream()
                .filter(s -> s.getMetadata().getName().equals(ref.name()))
                .findFirst()
                .orElseThrow();
        return Base64.getDecoder().decode(secret.getData().get(ref.key()));
    }

    private static byte[] sha256(byte[] data) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(data);
    }

    @Test
    void shouldMakeImmutableSecretsThatAreNamedByTheirContent() {
        Secret secret = plan(List.of(object("v1", "ConfigMap", "argocd", "a")), 1)
                .secrets()
                .getFirst();

        assertThat(secret.getImmutable()).isTrue();
        assertThat(secret.getType()).isEqualTo("olm.operatorframework.io/object-data");
        assertThat(secret.getMetadata().getNamespace()).isEqualTo("olmv1-system");
        assertThat(secret.getMetadata().getName()).matches("argocd-1-[0-9a-f]{16}");
        assertThat(secret.getMetadata().getLabels())
                .isEqualTo(Map.of(Labels.REVISION_NAME, "argocd-1", Labels.OWNER_NAME, "argocd"));
        assertThat(secret.getData().keySet()).allSatisfy(key -> assertThat(key).matches("[A-Za-z0-9_-]{43}"));
    }

    @Test
    void shouldGiveTheSameSetWhateverTheOrderOfObjectsAndKeys() {
        ObjectNode a = yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '1', y: '2'}}");
        ObjectNode same = yaml("{kind: ConfigMap, data: {y: '2', x: '1'}, metadata: {name: a}, apiVersion: v1}");
        ObjectNode b = object("v1", "ConfigMap", "argocd", "b");

        assertThat(plan(List.of(a, b), 1).set().getSpec())
                .isEqualTo(plan(List.of(b, same), 1).set().getSpec());
    }

    @Test
    void shouldSpreadLargeContentOverSeveralSecrets() throws IOException {
        // Given six objects of 400 kB that compress by a quarter, and one of 2 MB that nearly vanishes
        Random random = new Random(11);
        List<ObjectNode> objects = new java.util.ArrayList<>(IntStream.range(0, 6)
                .mapToObj(i -> {
                    byte[] noise = new byte[300_000];
                    random.nextBytes(noise);
                    ObjectNode object = object("v1", "ConfigMap", "argocd", "c" + i);
                    object.putObject("data").put("k", Base64.getEncoder().encodeToString(noise));
                    return object;
                })
                .toList());
        ObjectNode large = object("v1", "ConfigMap", "argocd", "large");
        large.putObject("data").put("k", "x".repeat(2_000_000));
        objects.add(large);

        // When
        RevisionPlan plan = plan(objects, 1);

        // Then
        assertThat(plan.secrets())
                .hasSize(2)
                .allSatisfy(secret -> assertThat(secret.getData().values().stream()
                                .mapToInt(value -> Base64.getDecoder().decode(value).length)
                                .sum())
                        .isLessThanOrEqualTo(SecretPacker.MAX_DATA));
        List<PhaseObject> refs = plan.set().getSpec().phases().getFirst().objects();
        assertThat(refs).hasSize(7).allSatisfy(ref -> assertThat(ref.ref()).isNotNull());
        assertThat(stored(plan, 0, 0).path("metadata").path("name").asText()).isEqualTo("c0");
    }

    @Test
    void shouldCompressOnlyLargeObjects() throws IOException {
        ObjectNode large = object("v1", "ConfigMap", "argocd", "large");
        large.putObject("data").put("k", "x".repeat(SecretPacker.MAX_PLAIN));

        RevisionPlan plan = plan(List.of(large, object("v1", "ConfigMap", "argocd", "small")), 1);

        assertThat(plan.secrets()).hasSize(1);
        assertThat(bytes(plan, 0, 0)).hasSizeLessThan(1000).startsWith(0x1f, 0x8b);
        assertThat(stored(plan, 0, 0).path("metadata").path("name").asText()).isEqualTo("large");
        assertThat(bytes(plan, 0, 1)).startsWith('{');
    }

    @Test
    void shouldNameContentByItsJsonAsOperatorControllerDoes() throws Exception {
        ObjectNode small = object("v1", "ConfigMap", "argocd", "small");
        RevisionPlan plan = plan(List.of(small), 1);

        byte[] json = bytes(plan, 0, 0);
        String key = Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(json));
        byte[] name = sha256((key + new String(json, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));

        Secret secret = plan.secrets().getFirst();
        assertThat(secret.getData()).containsOnlyKeys(key);
        assertThat(secret.getMetadata().getName())
                .isEqualTo("argocd-1-" + HexFormat.of().formatHex(name, 0, 8));
    }

    @Test
    void shouldRefuseAnObjectThatFitsIntoNoSecret() {
        byte[] noise = new byte[1_000_000];
        new Random(5).nextBytes(noise);
        ObjectNode object = object("v1", "ConfigMap", "argocd", "a");
        object.putObject("data").put("k", Base64.getEncoder().encodeToString(noise));

        RevisionPlanning planning = builder.build(IDENTITY, List.of(object), 1);

        assertThat(planning)
                .isInstanceOfSatisfying(
                        Unplannable.class,
                        refused -> assertThat(refused.message())
                                .startsWith(("packing objects into Secrets: object in phase 0 index 0 exceeds maximum"
                                        + " Secret data size ("))
                                .endsWith("even after compression; the object is ConfigMap.v1 argocd/a"));
    }

    @Test
    void shouldRefuseMoreThanCanBeReadBack() {
        List<ObjectNode> objects = IntStream.range(0, 4)
                .mapToObj(i -> {
                    ObjectNode object = object("v1", "ConfigMap", "argocd", "c" + i);
                    object.putObject("data").put("k", "a".repeat(9 << 20));
                    return object;
                })
                .toList();

        assertThat(builder.build(IDENTITY, objects, 1))
                .isEqualTo(
                        new Unplannable("packing objects into Secrets: object in phase 0 index 3: objects have at most"
                                + " 10485760 bytes, and 33554432 bytes together; the object is"
                                + " ConfigMap.v1 argocd/c3"));
    }

    @Test
    void shouldRefuseMoreObjectsThanTheApiAdmits() {
        List<ObjectNode> objects = IntStream.range(0, 1001)
                .mapToObj(i -> object("v1", "ConfigMap", "argocd", "c" + i))
                .toList();

        assertThat(builder.build(IDENTITY, objects, 1))
                .isEqualTo(new Unplannable("the bundle has 1001 objects, which make 21 phases of at most 50 objects; a"
                        + " revision holds at most 20 phases"));
    }
}
