package io.olm4j.applier.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.applier.cluster.GroupVersionKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindHintsTest {

    @ParameterizedTest
    @CsvSource({
        "cert-manager.io, v1, Certificate, 'install cert-manager, which usually brings it'",
        "monitoring.coreos.com, v1, ServiceMonitor, 'install the Prometheus operator, which usually brings it'",
        "networking.istio.io, v1, Gateway, 'install Istio, which usually brings it'",
        "kafka.strimzi.io, v1, Kafka, 'install Strimzi, which usually brings it'",
        "source.toolkit.fluxcd.io, v1, GitRepository, 'install Flux, which usually brings it'",
        "route.openshift.io, v1, Route, it is a part of OpenShift",
        "policy, v1beta1, PodSecurityPolicy, install a bundle version that is made for this version of Kubernetes",
        "networking.k8s.io, v1beta1, Ingress, install a bundle version that is made for this version of Kubernetes",
        "example.com, v1, Gadget, install the operator or CustomResourceDefinition that brings it",
    })
    void shouldSayWhatUsuallyBringsAKind(String group, String version, String kind, String advice) {
        assertThat(KindHints.notServed(new GroupVersionKind(group, version, kind)))
                .isEqualTo("no matches for kind \"%s\" in version \"%s/%s\": the cluster does not serve this kind; %s"
                        .formatted(kind, group, version, advice));
    }
}
