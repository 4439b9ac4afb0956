package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kustomizations of monitoring fit the overlays that they are for. */
class MonitoringIT {

    @ParameterizedTest
    @CsvSource({"monitoring, kubernetes", "monitoring-openshift, openshift"})
    void shouldScrapeTheMetricsPortOfEachService(Path monitoring, String overlay) {
        List<Service> services = Overlay.of(overlay).objects(Service.class);
        List<GenericKubernetesResource> monitors = new Overlay(monitoring)
                .objects().stream()
                        .filter(object -> object.getKind().equals("ServiceMonitor"))
                        .map(GenericKubernetesResource.class::cast)
                        .toList();

        assertThat(monitors)
                .hasSize(2)
                .allSatisfy(monitor -> assertThat(services)
                        .filteredOn(service -> service.getMetadata()
                                .getLabels()
                                .entrySet()
                                .containsAll(selector(monitor).entrySet()))
                        .singleElement()
                        .satisfies(service -> {
                            assertThat(service.getMetadata().getNamespace())
                                    .isEqualTo(monitor.getMetadata().getNamespace());
                            assertThat(service.getSpec().getPorts())
                                    .anyMatch(
                                            port -> port.getName().equals(monitor.get("spec", "endpoints", 0, "port")));
                            assertThat((String) monitor.get("spec", "endpoints", 0, "tlsConfig", "serverName"))
                                    .isEqualTo(service.getMetadata().getName() + ".olmv1-system.svc");
                        }));
    }

    @ParameterizedTest
    @CsvSource({"monitoring, monitoring", "monitoring-openshift, openshift-monitoring"})
    void shouldLetPrometheusOfThatClusterFindTheServices(Path monitoring, String namespace) {
        assertThat(new Overlay(monitoring).objects())
                .extracting(HasMetadata::getKind)
                .contains("PrometheusRule", "ConfigMap", "RoleBinding");
        assertThat(new Overlay(monitoring).rendered()).contains("  namespace: " + namespace + "\n");
    }

    private static Map<String, String> selector(GenericKubernetesResource monitor) {
        return monitor.get("spec", "selector", "matchLabels");
    }
}
