package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Deployments tell the kubelet about disks and about the end of a Pod. */
class BaseDeploymentTest {

    /** In seconds: the process gives up what it still does after 9.5 s. */
    private static final long LONGEST_STOP = 10;

    @Test
    void shouldServeWhileNodesForgetTheAddressWhenAPodOfCatalogdEnds() throws IOException {
        PodSpec pod = pod("catalogd");

        assertThat(pod.getContainers()).allSatisfy(container -> {
            long sleep = container.getLifecycle().getPreStop().getSleep().getSeconds();
            assertThat(sleep).isPositive();
            assertThat(pod.getTerminationGracePeriodSeconds()).isGreaterThan(sleep + LONGEST_STOP);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"catalogd", "operator-controller"})
    void shouldLimitWhatItWritesToTheDiskOfTheNode(String name) throws IOException {
        PodSpec pod = pod(name);

        List<EmptyDirVolumeSource> written = pod.getVolumes().stream()
                .map(Volume::getEmptyDir)
                .filter(Objects::nonNull)
                .toList();
        assertThat(written)
                .hasSize(2)
                .allSatisfy(volume -> assertThat(volume.getSizeLimit()).isNotNull());
        assertThat(pod.getContainers())
                .extracting(Container::getResources)
                .allSatisfy(resources -> assertThat(resources.getRequests()).containsKey("ephemeral-storage"));
    }

    private static PodSpec pod(String name) throws IOException {
        try (InputStream in = Files.newInputStream(Path.of("base", name + ".yaml"))) {
            Object documents = new KubernetesSerialization().unmarshal(in);
            assertThat(documents).isInstanceOf(List.class);
            return ((List<?>) documents)
                    .stream()
                            .filter(Deployment.class::isInstance)
                            .map(Deployment.class::cast)
                            .findFirst()
                            .orElseThrow()
                            .getSpec()
                            .getTemplate()
                            .getSpec();
        }
    }
}
