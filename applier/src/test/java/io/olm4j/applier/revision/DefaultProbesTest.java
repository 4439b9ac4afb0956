package io.olm4j.applier.revision;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.probe.ProbeEvaluator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultProbesTest {

    private final ProbeEvaluator probes = new ProbeEvaluator(DefaultProbes.ALL);

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource(delimiter = '|', textBlock = """
            CustomResourceDefinition | apiextensions.k8s.io/v1 | {conditions: [{type: Established, status: 'True'}]}
            Certificate              | cert-manager.io/v1      | {conditions: [{type: Ready, status: 'True'}]}
            Issuer                   | cert-manager.io/v1      | {conditions: [{type: Ready, status: 'True'}]}
            Namespace                | v1                      | {phase: Active}
            PersistentVolumeClaim    | v1                      | {phase: Bound}
            Deployment               | apps/v1                 | {observedGeneration: 1, replicas: 2, updatedReplicas: 2, conditions: [{type: Available, status: 'True'}]}
            Deployment               | apps/v1                 | {observedGeneration: 1, conditions: [{type: Available, status: 'True'}]}
            StatefulSet              | apps/v1                 | {observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2}
            DaemonSet                | apps/v1                 | {observedGeneration: 1, desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3}
            DaemonSet                | apps/v1                 | {observedGeneration: 1, desiredNumberScheduled: 0, numberReady: 0}
            Job                      | batch/v1                | {succeeded: 1, conditions: [{type: Complete, status: 'True'}]}
            ConfigMap                | v1                      | {}
            """)
    void shouldPassWhatIsReady(String kind, String apiVersion, String status) {
        assertThat(probes.failures(object(kind, apiVersion, status))).isEmpty();
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource(delimiter = '|', textBlock = """
            CustomResourceDefinition | apiextensions.k8s.io/v1 | {}
            Namespace                | v1                      | {phase: Terminating}
            PersistentVolumeClaim    | v1                      | {phase: Pending}
            Deployment               | apps/v1                 | {}
            Deployment               | apps/v1                 | {observedGeneration: 1, replicas: 2, updatedReplicas: 1, conditions: [{type: Available, status: 'True'}]}
            StatefulSet              | apps/v1                 | {replicas: 0, availableReplicas: 0}
            StatefulSet              | apps/v1                 | {observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1}
            StatefulSet              | apps/v1                 | {observedGeneration: 1, replicas: 2, updatedReplicas: 1, readyReplicas: 2}
            DaemonSet                | apps/v1                 | {desiredNumberScheduled: 0, numberReady: 0}
            DaemonSet                | apps/v1                 | {observedGeneration: 1, desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 2}
            DaemonSet                | apps/v1                 | {observedGeneration: 1, desiredNumberScheduled: 3, numberAvailable: 3}
            Job                      | batch/v1                | {active: 1}
            Job                      | batch/v1                | {failed: 1, conditions: [{type: Failed, status: 'True'}]}
            """)
    void shouldNotPassWhatIsNotReady(String kind, String apiVersion, String status) {
        assertThat(probes.failures(object(kind, apiVersion, status))).isNotEmpty();
    }

    private static ObjectNode object(String kind, String apiVersion, String status) {
        return yaml("{apiVersion: %s, kind: %s, metadata: {name: a, generation: 1}, spec: {replicas: 2}, status: %s}"
                .formatted(apiVersion, kind, status));
    }
}
