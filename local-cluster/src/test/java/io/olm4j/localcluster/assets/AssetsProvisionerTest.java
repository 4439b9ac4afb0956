package io.olm4j.localcluster.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link AssetsProvisioner}. */
class AssetsProvisionerTest {

    private static final ControlPlaneSources SOURCES = ControlPlaneSources.embedded();

    @TempDir
    private Path home;

    @Test
    void shouldTakeNamedDirectoryWhenVariableAndCacheAreThereToo() throws IOException {
        // Given
        Path named = programs("named", "control-plane", "kwok");
        Path fromVariable = programs("variable", "control-plane", "kwok");
        fillCache();

        // When
        Assets assets = provisioner(Map.of("KUBEBUILDER_ASSETS", fromVariable.toString()))
                .provision(Optional.of(named));

        // Then
        assertThat(assets.controlPlane()).isEqualTo(named.resolve("control-plane"));
        assertThat(assets.separate()).containsExactly(Map.entry(Component.KWOK, named.resolve("kwok")));
    }

    @Test
    void shouldTakeDirectoryOfVariableWhenNoneIsNamed() throws IOException {
        // Given
        Path fromVariable = programs("variable", "control-plane", "kwok");
        fillCache();

        // When
        Assets assets = provisioner(Map.of("KUBEBUILDER_ASSETS", fromVariable.toString()))
                .provision(Optional.empty());

        // Then
        assertThat(assets.controlPlane()).isEqualTo(fromVariable.resolve("control-plane"));
    }

    @Test
    void shouldTakeCacheWhenDirectoryOfVariableIsIncomplete() throws IOException {
        // Given
        Path fromVariable = programs("variable", "etcd", "kube-apiserver", "kubectl");
        Path cached = fillCache();

        // When
        Assets assets = provisioner(Map.of("KUBEBUILDER_ASSETS", fromVariable.toString()))
                .provision(Optional.empty());

        // Then
        assertThat(assets.controlPlane()).isEqualTo(cached.resolve("control-plane"));
        assertThat(assets.separate()).containsOnlyKeys(Component.KWOK);
    }

    @Test
    void shouldRunSeparateProgramsThroughOurOwnWhenDirectoryHoldsThemAll() throws IOException {
        // Given
        Path named = programs(
                "named", "etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl", "kwok");
        Path cached = fillCache();

        // When
        Assets assets = provisioner(Map.of()).provision(Optional.of(named));

        // Then
        String own = cached.resolve("control-plane").toString();
        assertThat(assets.serve(Component.ETCD))
                .containsExactly(own, "run", "--", named.resolve("etcd").toString());
        assertThat(assets.serve(Component.REGISTRY)).containsExactly(own, "registry");
        assertThat(assets.kubectl()).containsExactly(named.resolve("kubectl").toString());
    }

    @Test
    void shouldNameWhatIsMissingWhenNamedDirectoryIsIncomplete() throws IOException {
        // Given
        Path named = programs("named", "control-plane");

        // When / Then
        assertThatThrownBy(() -> provisioner(Map.of()).provision(Optional.of(named)))
                .isInstanceOf(AssetsException.class)
                .hasMessage(
                        "The directory %s cannot run a control plane: it lacks kwok. "
                                + "Put control-plane and kwok into it, or each of these programs.",
                        named);
    }

    @Test
    void shouldNameBothWaysOutWhenNeitherGoNorAssetsAreThere() {
        assertThatThrownBy(() -> provisioner(Map.of("PATH", home.toString())).provision(Optional.empty()))
                .isInstanceOf(AssetsException.class)
                .hasMessage("There is no Kubernetes control plane on this machine: install Go 1.26 or newer and put it"
                        + " on the "
                        + "PATH (it is then built once), or name a directory that holds the programs"
                        + " control-plane and kwok "
                        + "in KUBEBUILDER_ASSETS.");
    }

    @Test
    void shouldSayWhichGoIsTooOldWhenItIs() throws IOException {
        // Given
        FakeGo go = FakeGo.install(home, "go1.24.9", 0);

        // When / Then
        assertThatThrownBy(() -> provisioner(go.environment()).provision(Optional.empty()))
                .isInstanceOf(AssetsException.class)
                .hasMessageContaining("%s/go is go1.24.9, too old to build it: install Go 1.26 or newer", go.bin());
    }

    @Test
    void shouldBuildOnlyOnceWhenAskedTwice() throws IOException {
        // Given
        FakeGo go = FakeGo.install(home, "go1.26.1", 0);

        // When
        Assets first = provisioner(go.environment()).provision(Optional.empty());
        Assets second = provisioner(go.environment()).provision(Optional.empty());

        // Then
        assertThat(second).isEqualTo(first);
        assertThat(first.controlPlane()).isExecutable().startsWith(go.cache());
        assertThat(go.asked())
                .satisfiesExactly(
                        build -> assertThat(build).startsWith("build ").contains("gitVersion=v1.36.3"),
                        install -> assertThat(install)
                                .startsWith("install ")
                                .endsWith("sigs.k8s.io/kwok/cmd/kwok@v0.8.0"));
    }

    @Test
    void shouldNameTheLogWhenTheBuildFails() throws IOException {
        // Given
        FakeGo go = FakeGo.install(home, "go1.26.1", 3);

        // When / Then
        Path log = go.cache().resolve("olm4j/control-plane/" + SOURCES.key("test-platform") + ".log");
        assertThatThrownBy(() -> provisioner(go.environment()).provision(Optional.empty()))
                .isInstanceOf(AssetsException.class)
                .hasMessageContaining("ended with exit code 3 and last said \"no space left\"")
                .hasMessageEndingWith("Everything it said is in %s.", log);
        assertThat(log).content().contains("compiling control-plane");
    }

    @Test
    void shouldBuildAgainWhenAnEarlierBuildWasCutOff() throws IOException {
        // Given
        FakeGo go = FakeGo.install(home, "go1.26.1", 0);
        Path cutOff = go.cache().resolve("olm4j/control-plane/" + SOURCES.key("test-platform") + ".building");
        FakeGo.executable(cutOff.resolve("control-plane"), "half of it");

        // When
        Assets assets = provisioner(go.environment()).provision(Optional.empty());

        // Then
        assertThat(assets.controlPlane()).content().startsWith("#!");
        assertThat(cutOff).doesNotExist();
    }

    private AssetsProvisioner provisioner(Map<String, String> environment) {
        Map<String, String> complete =
                new HashMap<>(Map.of("XDG_CACHE_HOME", home.resolve("cache").toString()));
        complete.putAll(environment);
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new AssetsProvisioner(
                new HostPlatform(complete, home, "test-platform"), SOURCES, Progress.plain(silent));
    }

    private Path fillCache() throws IOException {
        return programs("cache/olm4j/control-plane/" + SOURCES.key("test-platform"), "control-plane", "kwok");
    }

    private Path programs(String directory, String... names) throws IOException {
        Path created = Files.createDirectories(home.resolve(directory));
        for (String name : names) {
            FakeGo.executable(created.resolve(name), "#!/bin/sh\n");
        }
        return created;
    }
}
