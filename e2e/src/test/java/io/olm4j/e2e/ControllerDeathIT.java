package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.files.DirectoryTree;
import io.olm4j.testsupport.ChildJvm;
import io.olm4j.testsupport.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wherever the controller dies, the next one brings the extension to the same end as one that lives. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerDeathIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_LIVES = 100;

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());
    private final Config own = olm.cluster()
            .clientForServiceAccount("olmv1-system", "operator-controller-controller-manager")
            .getConfiguration();
    private ConfigMap foreign = new ConfigMap();
    private InstalledState installed = new InstalledState(List.of(), List.of());
    private InstalledState upgraded = installed;
    private final InstalledState nothing = installed;

    /** Notes what it comes to without a fault; catalog and controller are on disk from then on. */
    @BeforeAll
    void liveWithoutFault() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
        foreign = olm.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("foreign")
                        .withNamespace("greeter")
                        .endMetadata()
                        .build())
                .create();
        install();
        extensions.awaitInstalled("greeter", "1.0.0");
        installed = now();
        upgrade();
        extensions.awaitInstalled("greeter", "1.1.0");
        extensions.awaitArchived("greeter-1");
        upgraded = now();
        extensions.delete("greeter");
        olm.stop();
        assertThat(installed.revisions()).containsExactly("greeter-1 ACTIVE succeeded=true");
        assertThat(upgraded.revisions())
                .containsExactly("greeter-1 ARCHIVED succeeded=true", "greeter-2 ACTIVE succeeded=true");
        assertThat(installed.objects()).hasSizeGreaterThanOrEqualTo(6);
    }

    @AfterEach
    void leaveNothing() {
        if (olm.client().resources(ClusterExtension.class).withName("greeter").get() != null) {
            try (var _ = new MortalController(own, olm.controllerCache(), MortalController.IMMORTAL)) {
                extensions.delete("greeter");
            }
        }
    }

    private void install() {
        olm.apply(samples.clusterExtension());
    }

    private void upgrade() {
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
    }

    private void delete() {
        olm.client().resources(ClusterExtension.class).withName("greeter").delete();
    }

    private InstalledState now() {
        return InstalledState.of(olm.client(), "greeter");
    }

    private boolean isGone() {
        return olm.client()
                        .resources(ClusterExtension.class)
                        .withName("greeter")
                        .get()
                == null;
    }

    private boolean isInstalled(String version) {
        return extensions
                .installed("greeter")
                .filter(b -> b.version().equals(version))
                .isPresent();
    }

    /** With one write for each life, it dies between any two of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void shouldComeToTheSameEndWhenItDiesAfterSoManyWrites(int writes) {
        assertThat(lives(writes, this::install, () -> isInstalled("1.0.0") && now().equals(installed)))
                .isGreaterThan(10 / writes);
        assertThat(lives(writes, this::upgrade, () -> isInstalled("1.1.0") && now().equals(upgraded)))
                .isGreaterThan(10 / writes);
        assertThat(lives(writes, this::delete, () -> isGone() && now().equals(nothing)))
                .isGreaterThan(10 / writes);
        assertThatForeignIsUntouched();
    }

    /** Starts one controller after the other until the end is reached; gives their number. */
    private int lives(int writes, Runnable change, BooleanSupplier end) {
        change.run();
        for (int life = 1; life <= MOST_LIVES; life++) {
            try (var controller = new MortalController(own, olm.controllerCache(), writes)) {
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> controller.isDead() || end.getAsBoolean());
                if (!controller.isDead()) {
                    return life;
                }
            }
            if (end.getAsBoolean()) {
                return life;
            }
        }
        throw new AssertionError("it gets nowhere: " + now() + " " + extensions.status("greeter"));
    }

    @Test
    void shouldLeaveNothingWhenItDiesBeforeTheRevisionAndTheExtensionIsDeletedThen() {
        // Given a finalizer and a Secret; an Event may be written between them
        install();
        for (int writes = 2, lives = 0; now().objects().isEmpty() && lives < 20; writes = 1, lives++) {
            try (var controller = new MortalController(own, olm.controllerCache(), writes)) {
                await().atMost(PATIENCE).until(controller::isDead);
            }
        }
        assertThat(now().revisions()).isEmpty();
        assertThat(now().objects()).singleElement().asString().startsWith("Secret olmv1-system/greeter-1-");

        // When
        delete();
        try (var _ = new MortalController(own, olm.controllerCache(), MortalController.IMMORTAL)) {
            // Then
            await().atMost(PATIENCE).until(() -> isGone() && now().equals(nothing));
        }
    }

    /** While a revision is there, an extension that has succeeded keeps its status until the catalogs are read. */
    @Test
    void shouldSayThatTheCatalogCannotBeReadWhenTheRevisionsAreGone() throws Exception {
        try {
            // Given
            olm.restart();
            install();
            extensions.awaitInstalled("greeter", "1.0.0");
            olm.stop();
            DirectoryTree.delete(olm.controllerCache().resolve("catalogs"));
            extensions.removeRevisionsByForce("greeter");

            // When
            Queue<String> reasons = new ConcurrentLinkedQueue<>();
            try (Watch _ = olm.client()
                            .resources(ClusterExtension.class)
                            .withName("greeter")
                            .watch(reasonsOfProgressing(reasons));
                    var _ = new MortalController(own, olm.controllerCache(), MortalController.IMMORTAL)) {
                // Then
                extensions.awaitProgressing("greeter", "Retrying", "catalog \"samples\" could not be read from ");
                assertThat(extensions.installed("greeter")).isEmpty();
                await().atMost(PATIENCE).until(() -> reasons.contains("Retrying"));
                assertThat(reasons).as("nothing rolls out").containsOnly("Succeeded", "Retrying");
            }

            // When
            olm.restart();

            // Then
            extensions.awaitInstalled("greeter", "1.0.0");
        } finally {
            olm.stop();
        }
    }

    private static Watcher<ClusterExtension> reasonsOfProgressing(Queue<String> reasons) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, ClusterExtension extension) {
                Extensions.condition(extension.statusOrEmpty(), ConditionTypes.PROGRESSING)
                        .ifPresent(progressing -> reasons.add(progressing.reason()));
            }

            @Override
            public void onClose(WatcherException cause) {
                reasons.add("the watch has ended");
            }
        };
    }

    /** The same with processes, which end as if the power went. */
    @Test
    void shouldComeToTheSameEndWhenTheProcessIsKilled(@TempDir Path directory) throws Exception {
        Path kubeconfig = directory.resolve("kubeconfig");
        Files.writeString(
                kubeconfig,
                olm.cluster().kubeconfigForServiceAccount("olmv1-system", "operator-controller-controller-manager"));

        killed(kubeconfig, this::install, () -> !now().objects().isEmpty());
        Process second = start(kubeconfig);
        try {
            await().atMost(PATIENCE).until(() -> isInstalled("1.0.0") && now().equals(installed));
        } finally {
            kill(second);
        }
        killed(kubeconfig, this::upgrade, () -> set("greeter-2") != null);
        killed(kubeconfig, () -> {}, () -> now().objects().toString().contains("of greeter-2 at 2"));
        Process third = start(kubeconfig);
        try {
            await().atMost(PATIENCE).until(() -> isInstalled("1.1.0") && now().equals(upgraded));
        } finally {
            kill(third);
        }
        killed(kubeconfig, this::delete, () -> !now().equals(upgraded));
        Process last = start(kubeconfig);
        try {
            await().atMost(PATIENCE).until(() -> isGone() && now().equals(nothing));
        } finally {
            kill(last);
        }
        assertThatForeignIsUntouched();
    }

    /** Lets a controller live from a change until something happens. */
    private void killed(Path kubeconfig, Runnable change, BooleanSupplier moment) throws Exception {
        change.run();
        Process process = start(kubeconfig);
        try {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(moment::getAsBoolean);
        } finally {
            kill(process);
        }
    }

    private @Nullable ClusterObjectSet set(String name) {
        return olm.client().resources(ClusterObjectSet.class).withName(name).get();
    }

    private Process start(Path kubeconfig) throws IOException {
        return ChildJvm.builder(
                        List.of(),
                        ControllerProcess.class,
                        kubeconfig.toString(),
                        olm.controllerCache().toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    private void assertThatForeignIsUntouched() {
        assertThat(olm.client().resource(foreign).get().getMetadata().getResourceVersion())
                .isEqualTo(foreign.getMetadata().getResourceVersion());
    }
}
