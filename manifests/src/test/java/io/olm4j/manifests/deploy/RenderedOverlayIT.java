package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What kustomize makes of the overlays. */
class RenderedOverlayIT {

    static final List<String> OVERLAYS = Overlay.ALL;

    @ParameterizedTest
    @FieldSource("OVERLAYS")
    void shouldInstallTheSameObjectsWithAndWithoutAnOverlay(String overlay) {
        assertThat(identities(Overlay.of(overlay))).containsAll(identities(new Overlay(Path.of("."))));
    }

    @Test
    void shouldKnowEveryOverlay() throws IOException {
        try (Stream<Path> directories = Files.list(Path.of("overlays"))) {
            assertThat(directories.map(directory -> directory.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Overlay.ALL);
        }
    }

    @ParameterizedTest
    @FieldSource("OVERLAYS")
    void shouldMountEveryFileThatAnArgumentNames(String overlay) {
        for (Deployment deployment : Overlay.of(overlay).objects(Deployment.class)) {
            Container manager = container(deployment);
            List<String> mounts = manager.getVolumeMounts().stream()
                    .map(mount -> mount.getMountPath() + "/")
                    .toList();
            assertThat(manager.getArgs().stream()
                            .filter(argument -> argument.contains("=/"))
                            .map(argument -> argument.substring(argument.indexOf('=') + 1) + "/"))
                    .isNotEmpty()
                    .allSatisfy(path -> assertThat(mounts).anyMatch(path::startsWith));
        }
    }

    @Test
    void shouldRunTheImageOfThisVersion() throws IOException {
        String project = Files.readString(Path.of("pom.xml"));
        String version = project.substring(project.indexOf("<version>") + 9, project.indexOf("</version>"));

        assertThat(Overlay.of("kubernetes").objects(Deployment.class))
                .hasSize(2)
                .allSatisfy(deployment ->
                        assertThat(container(deployment).getImage()).isEqualTo("olm4j:" + version));
    }

    /** As {@code kustomize edit set image} writes it. */
    @Test
    void shouldRunTheImageThatAUserSets() {
        Overlay own = Overlay.written("own-image", """
                resources: [../../../overlays/kubernetes]
                images:
                  - name: olm4j
                    newName: registry.example.com/olm4j
                    newTag: 1.2.3
                """);

        assertThat(own.objects(Deployment.class))
                .hasSize(2)
                .allSatisfy(deployment ->
                        assertThat(container(deployment).getImage()).isEqualTo("registry.example.com/olm4j:1.2.3"));
    }

    @Test
    void shouldTakeThePatchesOfTheInstallationGuide() throws IOException {
        // given
        List<String> patches = Stream.of(
                        Files.readString(Path.of("../docs/install.md")).split("```", -1))
                .filter(block -> block.startsWith("yaml\npatches:\n"))
                .map(block -> block.substring("yaml\npatches:\n".length()))
                .toList();

        // when
        Overlay own = Overlay.written(
                "of-the-guide", "resources: [../../../overlays/kubernetes]\npatches:\n" + String.join("", patches));

        // then
        assertThat(own.objects(Deployment.class))
                .hasSize(2)
                .allSatisfy(deployment -> assertThat(container(deployment).getEnv())
                        .extracting(EnvVar::getName)
                        .containsExactly("POD_NAMESPACE", "HTTPS_PROXY", "NO_PROXY"));
        assertThat(own.objects(ServiceAccount.class))
                .filteredOn(account -> account.getMetadata().getName().endsWith("controller-manager"))
                .hasSize(2)
                .allSatisfy(account -> assertThat(account.getImagePullSecrets()).hasSize(1));
    }

    /** The components go onto any overlay. */
    @ParameterizedTest
    @FieldSource("OVERLAYS")
    void shouldTakeTheComponentsOnTop(String overlay) {
        List<String> components = Stream.of("hardened", "experimental", "cluster-admin-by-default")
                .filter(component -> !overlay.equals(component))
                .filter(component ->
                        !overlay.equals("upstream-compatible") || !component.equals("cluster-admin-by-default"))
                .toList();
        Overlay own = Overlay.written(
                overlay + "-with-components",
                "resources: [../../../overlays/" + overlay + "]\ncomponents:\n"
                        + components.stream()
                                .map(component -> "  - ../../../components/" + component + "\n")
                                .collect(Collectors.joining()));

        assertThat(identities(own))
                .contains(
                        "ValidatingAdmissionPolicy operator-controller-token-consent",
                        "ClusterRoleBinding operator-controller-cluster-admin-rolebinding");
    }

    private static Container container(Deployment deployment) {
        return deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
    }

    private static Set<String> identities(Overlay overlay) {
        return overlay.objects().stream()
                .map(object -> identity(object, "olmv1-system"))
                .collect(Collectors.toSet());
    }

    private static String identity(HasMetadata object, String namespace) {
        String name = object.getMetadata().getName();
        return object.getKind() + " " + (name.equals("olm") ? namespace : name);
    }
}
