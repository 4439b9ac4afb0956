package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.PATIENCE;
import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.applier.engine.EngineFixture.succeeded;
import static io.olm4j.testsupport.Gadgets.awaitGadgets;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.olm4j.applier.object.Revision;
import io.olm4j.testsupport.Faults;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a roll-out does with the other objects if one kind is not served, or cannot be read. */
class MissingKindsIT {

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    private final String namespace = fixture.namespace();
    private final String group = namespace + ".example.com";
    private final RevisionEngine engine = fixture.newEngine();
    private final Revision revision = revision(
            "missing-" + namespace,
            1,
            phase("deploy", gadget(namespace, "first"), configMap(namespace, "beside", "a")),
            phase("publish", configMap(namespace, "later", "a")));

    @BeforeEach
    void define() {
        fixture.admin().resource(gadgetCrd(namespace).toString()).create();
        awaitGadgets(fixture.admin(), namespace);
    }

    @AfterEach
    void heal() {
        fixture.requests().inject(chain -> chain.proceed(chain.request()));
    }

    @Test
    void shouldHealTheRestOfARevisionWhenAKindIsNotServedAnyMore() {
        // Given
        removeTheDefinition();

        // When
        RolloutReport report = engine.rollOut(succeeded(revision), fixture.identity());

        // Then
        assertFailed(
                report.result(), "establish watch: no matches for kind \"Gadget\" in version \"" + group + "/v1\"");
        assertThat(report.availability())
                .isEqualTo(new Availability.Unavailable(
                        "Object Gadget." + group + "/v1 " + namespace + "/first: does not exist"));
        assertThat(configMaps()).contains("beside", "later");
    }

    @Test
    void shouldWriteNothingOfANewRevisionWhenAKindIsNotServed() {
        // Given
        removeTheDefinition();

        // When
        RolloutResult result = engine.rollOut(revision, fixture.identity()).result();

        // Then
        assertFailed(result, "establish watch: no matches for kind \"Gadget\" in version \"" + group + "/v1\"");
        assertThat(configMaps()).doesNotContain("beside", "later");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHealTheRestOfARevisionWhenAKindCannotBeDiscovered(boolean hasSucceeded) {
        // Given
        answerUnavailable(path -> path.equals("/apis/" + group + "/v1"));

        // When
        RolloutReport report = engine.rollOut(hasSucceeded ? succeeded(revision) : revision, fixture.identity());

        // Then
        assertThat(report.result()).isEqualTo(new RolloutResult.Failed(unreadable()));
        assertThat(report.availability())
                .isEqualTo(
                        hasSucceeded
                                ? new Availability.Unknown(unreadable())
                                : new Availability.Unavailable(
                                        "Object ConfigMap.v1 " + namespace + "/beside: is not applied"));
        assertThat(configMaps().contains("beside")).isEqualTo(hasSucceeded);
        assertThat(configMaps().contains("later")).isEqualTo(hasSucceeded);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWriteTheOtherObjectsOfAPhaseWhenOneCannotBeRead(boolean hasSucceeded) {
        // Given
        answerUnavailable(path -> path.startsWith("/apis/" + group + "/v1/"));

        // When
        RolloutReport report = engine.rollOut(hasSucceeded ? succeeded(revision) : revision, fixture.identity());

        // Then
        assertThat(report.result()).isEqualTo(new RolloutResult.Failed(unreadable()));
        assertThat(report.availability()).isEqualTo(new Availability.Unknown(unreadable()));
        assertThat(configMaps()).contains("beside");
        assertThat(configMaps().contains("later")).isEqualTo(hasSucceeded);
    }

    private String unreadable() {
        return "Object Gadget." + group + "/v1 " + namespace + "/first: cannot be read: injected";
    }

    private static void assertFailed(RolloutResult result, String start) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        RolloutResult.Failed.class,
                        failed -> assertThat(failed.message()).startsWith(start));
    }

    private static void answerUnavailable(Predicate<String> path) {
        fixture.requests()
                .inject(chain -> path.test(chain.request().url().encodedPath())
                        ? Faults.answer(503).intercept(chain)
                        : chain.proceed(chain.request()));
    }

    private void removeTheDefinition() {
        var definition =
                fixture.admin().apiextensions().v1().customResourceDefinitions().withName("gadgets." + group);
        definition.delete();
        await().atMost(PATIENCE).until(() -> definition.get() == null);
        await().atMost(PATIENCE).until(() -> fixture.admin().getApiGroup(group) == null);
    }

    private List<String> configMaps() {
        return fixture.admin().configMaps().inNamespace(namespace).list().getItems().stream()
                .map(ConfigMap::getMetadata)
                .map(metadata -> metadata.getName())
                .toList();
    }
}
