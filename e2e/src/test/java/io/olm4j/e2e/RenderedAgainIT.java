package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ImageReference;
import io.olm4j.testsupport.SmallBundles;
import io.olm4j.testsupport.TcpRelay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.LoggerFactory;

/** What becomes of a revision that another version of olm4j has rendered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RenderedAgainIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NAME = "again";
    private static final String FIRST = "again-1";
    private static final String EARLIER = "0.0.1";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final TcpRelay registry =
            TcpRelay.to(Integer.parseInt(olm.cluster().registryHost().replaceFirst(".*:", "")));
    private final Logger log = (Logger) LoggerFactory.getLogger("io.olm4j.controller.extension.rollout.Rollout");
    private final Messages messages = new Messages();

    /** Records what the controller logs. */
    private static final class Messages extends AppenderBase<ILoggingEvent> {
        private final Queue<String> all = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            all.add(event.getFormattedMessage());
        }
    }

    @BeforeAll
    void setUp() throws Exception {
        extensions.createInstaller(NAME);
        olm.applyCatalog(NAME, """
                ---
                {schema: olm.package, name: again, defaultChannel: stable}
                ---
                {schema: olm.channel, package: again, name: stable, entries: [{name: again.v1.0.0}]}
                ---
                schema: olm.bundle
                package: again
                name: again.v1.0.0
                image: %s
                properties: [{type: olm.package, value: {packageName: again, version: 1.0.0}}]
                """.formatted(image()));
        messages.start();
        log.addAppender(messages);
    }

    @BeforeEach
    void install() throws Exception {
        pushBundle("as it was");
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: again}
                spec:
                  namespace: again
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: again}}
                """);
        extensions.awaitInstalled(NAME, "1.0.0");
    }

    @AfterEach
    void delete() {
        registry.become(TcpRelay.State.PASSING);
        extensions.delete(NAME);
    }

    @AfterAll
    void close() {
        log.detachAppender(messages);
        registry.close();
    }

    @Test
    void shouldKeepTheRevisionWhenTheContentIsTheSame() throws Exception {
        // Given
        ClusterObjectSet before = set(FIRST);
        assertThat(renderer(before)).isNotEmpty().isNotEqualTo(EARLIER);

        // When
        upgrade(() -> {});

        // Then
        await().atMost(PATIENCE).until(() -> renderer(set(FIRST)).equals(renderer(before)));
        assertIsTheOnlyOne(before);
        assertThat(set(FIRST).getMetadata().getGeneration())
                .isEqualTo(before.getMetadata().getGeneration());
    }

    @Test
    void shouldCreateARevisionWhenTheContentDiffers() throws Exception {
        // When
        upgrade(() -> pushBundle("another"));

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(InstalledState.of(olm.client(), NAME).revisions())
                                .containsExactly("again-1 ARCHIVED succeeded=true", "again-2 ACTIVE succeeded=true"));
        extensions.awaitInstalled(NAME, "1.0.0");
        assertThat(settings()).isEqualTo("another");
    }

    @Test
    void shouldKeepTheRevisionWhenTheImageCannotBePulled() throws Exception {
        // Given
        ClusterObjectSet before = set(FIRST);
        messages.all.clear();

        // When
        upgrade(() -> registry.become(TcpRelay.State.CUT));

        // Then
        await().atMost(PATIENCE)
                .until(() -> messages.all.stream()
                        .anyMatch(line -> line.startsWith("The revision cannot be rendered again now, and is kept: ")));
        extensions.awaitProgressingOfThisGeneration(NAME, "Succeeded", "Revision 1.0.0 has rolled out.");
        extensions.awaitInstalled(NAME, "1.0.0");
        assertIsTheOnlyOne(before);
        assertThat(renderer(set(FIRST))).isEqualTo(EARLIER);
        assertThat(settings()).isEqualTo("as it was");

        // When
        registry.become(TcpRelay.State.PASSING);

        // Then
        await().atMost(PATIENCE).until(() -> renderer(set(FIRST)).equals(renderer(before)));
        assertIsTheOnlyOne(before);
    }

    /** Lets this version follow an earlier one; as in a new Pod, the controller finds no image on disk. */
    private void upgrade(Step meanwhile) throws Exception {
        olm.stop();
        olm.client()
                .resources(ClusterObjectSet.class)
                .withName(FIRST)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"" + Annotations.RENDERED_BY + "\":\"" + EARLIER + "\"}}}");
        DirectoryTree.delete(olm.controllerCache());
        meanwhile.perform();
        olm.restart();
    }

    @FunctionalInterface
    private interface Step {
        void perform() throws Exception;
    }

    private void assertIsTheOnlyOne(ClusterObjectSet set) {
        assertThat(InstalledState.of(olm.client(), NAME).revisions()).containsExactly("again-1 ACTIVE succeeded=true");
        assertThat(set(FIRST).getMetadata().getUid())
                .isEqualTo(set.getMetadata().getUid());
    }

    private ClusterObjectSet set(String name) {
        return olm.client().resources(ClusterObjectSet.class).withName(name).require();
    }

    private static String renderer(ClusterObjectSet set) {
        return Annotations.text(set, Annotations.RENDERED_BY);
    }

    private String settings() {
        return Objects.requireNonNull(olm.client()
                .configMaps()
                .inNamespace(NAME)
                .withName("again-settings")
                .require()
                .getData()
                .get("version"));
    }

    /** The image of the bundle as the catalog names it; the tag stays, whatever it refers to. */
    private String image() {
        return registry.address() + "/again/bundle:v1";
    }

    private void pushBundle(String settings) throws Exception {
        Path directory = Files.createTempDirectory("olm4j-bundle-");
        try {
            SmallBundles.write(
                    directory,
                    NAME,
                    Map.of(
                            "csv.yaml",
                            SmallBundles.operator(NAME, "1.0.0", "{owned: []}"),
                            "settings.yaml",
                            SmallBundles.settings("again-settings", settings)));
            var _ = olm.registry().push(ImageReference.parse(image()), BundlePacker.pack(directory));
        } finally {
            DirectoryTree.delete(directory);
        }
    }
}
