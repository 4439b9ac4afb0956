package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.PATIENCE;
import static io.olm4j.applier.engine.EngineFixture.beside;
import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.testsupport.Gadgets.awaitGadgets;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.gadgets;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.Revision;
import io.olm4j.testsupport.Faults;
import io.olm4j.testsupport.Objects;
import io.olm4j.testsupport.Reverter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests which fields of an object are written, and when, while other clients write too. */
class ObjectApplierIT {

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void heal() {
        fixture.requests().inject(chain -> chain.proceed(chain.request()));
    }

    @Test
    void shouldStopWritingWhenAnotherClientUndoesEachWrite() {
        // Given
        String namespace = fixture.namespace();
        Revision revision =
                revision("reverted-" + namespace, 1, phase("deploy", configMap(namespace, "settings", "ours")));
        fixture.rollOut(revision);

        // When
        try (Watch _ = new Reverter(fixture.admin(), namespace, "settings").writeAlways()) {
            await().atMost(PATIENCE).until(() -> fixture.pass(revision), RolloutResult.Contested.class::isInstance);

            // Then
            assertThat(fixture.pass(revision))
                    .isInstanceOfSatisfying(
                            RolloutResult.Contested.class,
                            contested -> assertThat(contested.message())
                                    .contains(
                                            "ConfigMap.v1 " + namespace + "/settings",
                                            "field manager \"reverter\" changes it back"));
            long writes = writes(namespace);
            assertThat(writes).isBetween(9L, 20L);
            await().during(Duration.ofSeconds(1)).atMost(PATIENCE).untilAsserted(() -> {
                assertThat(fixture.pass(revision)).isInstanceOf(RolloutResult.Contested.class);
                assertThat(writes(namespace)).isEqualTo(writes);
            });
        }
    }

    private static long writes(String namespace) {
        return fixture.requests().writes().stream()
                .filter(request -> request.startsWith("PATCH ")
                        && request.endsWith("/namespaces/" + namespace + "/configmaps/settings"))
                .count();
    }

    @Test
    void shouldSayThatNoWatchReportsAChangeOfARefusedObjectWithoutOurLabel() {
        // Given
        String namespace = fixture.namespace();
        fixture.admin().resource(deployment(namespace, "app").toString()).create();
        ObjectNode other = deployment(namespace, "app");
        other.withObject("/spec/selector/matchLabels").put("tier", "web");
        other.withObject("/spec/template/metadata/labels").put("tier", "web");
        Revision revision = revision(
                "unlabelled-" + namespace,
                1,
                new ResolvedPhase("deploy", "", List.of(new ResolvedObject(other, CollisionProtection.NONE))));

        // When
        RolloutResult result = fixture.pass(revision);
        long writes = fixture.requests().writesOf(namespace).size();

        // Then
        assertThat(result)
                .isInstanceOfSatisfying(
                        RolloutResult.Invalid.class,
                        invalid -> assertThat(invalid.watched()).isFalse());
        assertThat(fixture.pass(revision)).as("remembered").isEqualTo(result);
        assertThat(fixture.requests().writesOf(namespace)).hasSize((int) writes);

        // When
        fixture.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName("app")
                .delete();

        // Then
        fixture.rollOut(revision);
    }

    @Test
    void shouldKeepWhatAnotherManagerWritesWhileAnObjectIsApplied() {
        // Given
        String namespace = fixture.namespace();
        String owner = "edited-" + namespace;
        Revision first = revision(owner, 1, phase("deploy", configMap(namespace, "settings", "1")));
        fixture.rollOut(first);

        // When another client writes between our reading and our writing
        fixture.requests().inject(Faults.once(ObjectApplierIT::appliesSettings, chain -> {
            fixture.admin()
                    .configMaps()
                    .inNamespace(namespace)
                    .withName("settings")
                    .edit(map -> {
                        map.getData().put("other", "theirs");
                        return map;
                    });
            return chain.proceed(chain.request());
        }));
        Revision second = revision(owner, 2, phase("deploy", configMap(namespace, "settings", "2")));
        fixture.rollOut(beside(second, first));

        // Then
        assertThat(fixture.configMap(namespace, "settings").getData())
                .containsEntry("key", "2")
                .containsEntry("other", "theirs");
    }

    private static boolean appliesSettings(Request request) {
        return request.method().equals("PATCH") && request.url().encodedPath().endsWith("/configmaps/settings");
    }

    @Test
    void shouldCreateAnObjectWhenTheServerRefusesAConditionOnCreation() {
        // Given
        String namespace = fixture.namespace();
        Revision revision =
                revision("plain-" + namespace, 1, phase("deploy", configMap(namespace, "settings", "ours")));
        fixture.requests()
                .inject(chain -> Faults.body(chain.request()).contains("\"resourceVersion\":\"1\"")
                        ? Faults.answer(500, "resourceVersion should not be set on objects to be created")
                                .intercept(chain)
                        : chain.proceed(chain.request()));

        // When
        fixture.rollOut(revision);

        // Then
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "ours");
    }

    @Test
    void shouldNotTouchWhatAppearsBetweenLookingAndWriting() {
        // Given
        String namespace = fixture.namespace();
        fixture.admin().resource(gadgetCrd(namespace).toString()).create();
        awaitGadgets(fixture.admin(), namespace);
        Revision revision = revision(
                "late-" + namespace,
                1,
                phase("deploy", configMap(namespace, "settings", "ours"), gadget(namespace, "first")));
        List<Resource<? extends HasMetadata>> theirs = List.of(
                fixture.admin()
                        .resource(new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName("settings")
                                .withNamespace(namespace)
                                .endMetadata()
                                .addToData("other", "theirs")
                                .build()),
                gadgets(fixture.admin(), namespace)
                        .inNamespace(namespace)
                        .resource(new GenericKubernetesResourceBuilder()
                                .withApiVersion(namespace + ".example.com/v1")
                                .withKind("Gadget")
                                .withNewMetadata()
                                .withName("first")
                                .endMetadata()
                                .addToAdditionalProperties("spec", Map.of("size", 5))
                                .build()));
        var appeared = new AtomicBoolean();
        fixture.requests().inject(chain -> {
            if (chain.request().method().equals("PATCH")
                    && chain.request().url().encodedPath().contains("/namespaces/" + namespace + "/")) {
                synchronized (appeared) {
                    if (appeared.compareAndSet(false, true)) {
                        theirs.forEach(Resource::create);
                    }
                }
            }
            return chain.proceed(chain.request());
        });

        // When / Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fixture.pass(revision))
                        .isInstanceOfSatisfying(
                                RolloutResult.Collisions.class,
                                collisions -> assertThat(collisions.message())
                                        .contains("/settings exists already and was not created by this revision")
                                        .contains("/first exists already and was not created by this revision")));
        assertThat(fixture.configMap(namespace, "settings").getData()).containsOnlyKeys("other");
        for (Resource<? extends HasMetadata> resource : theirs) {
            assertThat(Objects.controller(resource.require())).isEmpty();
        }
    }

    @Test
    void shouldKeepEachCharacterOfAText() {
        // Given
        String namespace = fixture.namespace();
        String text = "a\u0007b\u007fc\u0085d\u0092e\u2028  f\u00e4\ud83d\ude00\ufeff\uffff";
        ObjectNode settings = configMap(namespace, "settings", "");
        settings.withObject("/data").put("key", text);
        Revision revision = revision("text-" + namespace, 1, phase("deploy", settings));

        // When
        fixture.rollOut(revision);

        // Then
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", text);
    }

    @Test
    void shouldHealWhatLooksEmptyOrLikeAnEqualQuantity() {
        // Given
        String namespace = fixture.namespace();
        ObjectNode deployment = deployment(namespace, "app");
        ObjectNode pod = deployment.withObject("/spec/template/spec");
        pod.put("automountServiceAccountToken", false);
        pod.withObject("/containers/0/securityContext").put("runAsUser", 0).put("allowPrivilegeEscalation", false);
        pod.withObject("/containers/0/env/0").put("value", "1.10");
        ObjectNode settings = configMap(namespace, "settings", "a");
        settings.withObject("/data").put("flag", "").put("max", "1.10");
        Revision revision = revision("empty-" + namespace, 1, phase("deploy", deployment, settings));
        fixture.rollOut(revision);

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").edit(map -> {
            map.getData().remove("flag");
            map.getData().put("max", "1.1");
            return map;
        });
        fixture.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName("app")
                .edit(app -> {
                    PodSpec spec = app.getSpec().getTemplate().getSpec();
                    spec.setAutomountServiceAccountToken(null);
                    spec.getContainers().getFirst().setSecurityContext(null);
                    spec.getContainers().getFirst().getEnv().getFirst().setValue("1.1");
                    return app;
                });

        // Then
        await().atMost(PATIENCE).untilAsserted(() -> {
            fixture.rollOut(revision);
            assertThat(fixture.configMap(namespace, "settings").getData())
                    .containsEntry("flag", "")
                    .containsEntry("max", "1.10");
            PodSpec spec = fixture.admin()
                    .apps()
                    .deployments()
                    .inNamespace(namespace)
                    .withName("app")
                    .require()
                    .getSpec()
                    .getTemplate()
                    .getSpec();
            Container container = spec.getContainers().getFirst();
            assertThat(spec.getAutomountServiceAccountToken()).isFalse();
            assertThat(container.getEnv().getFirst().getValue()).isEqualTo("1.10");
            assertThat(container.getSecurityContext()).isNotNull();
            assertThat(container.getSecurityContext().getRunAsUser()).isZero();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
        });
    }
}
