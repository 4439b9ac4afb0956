package io.olm4j.applier.revision;

import io.olm4j.api.ClusterObjectSetSpec.ConditionEqual;
import io.olm4j.api.ClusterObjectSetSpec.FieldValue;
import io.olm4j.api.ClusterObjectSetSpec.FieldsEqual;
import io.olm4j.api.ClusterObjectSetSpec.GroupKind;
import io.olm4j.api.ClusterObjectSetSpec.ProbeAssertion;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import java.util.List;

/**
 * The probes for the objects of every bundle, as in operator-controller, with two differences. The probe of a
 * StatefulSet checks its ready replicas instead of a condition {@code Available}, which Kubernetes does not set on it.
 * DaemonSets and Jobs are probed too.
 */
final class DefaultProbes {

    static final List<ProgressionProbe> ALL = List.of(
            probe("apiextensions.k8s.io", "CustomResourceDefinition", condition("Established")),
            probe("cert-manager.io", "Certificate", condition("Ready")),
            probe("cert-manager.io", "Issuer", condition("Ready")),
            probe("", "Namespace", value("status.phase", "Active")),
            probe("", "PersistentVolumeClaim", value("status.phase", "Bound")),
            probe(
                    "apps",
                    "StatefulSet",
                    // Pods are created one after the other: the existing ones say nothing about the missing ones.
                    equal("status.updatedReplicas", "spec.replicas"),
                    equal("status.readyReplicas", "spec.replicas")),
            probe("apps", "Deployment", equal("status.updatedReplicas", "status.replicas"), condition("Available")),
            probe(
                    "apps",
                    "DaemonSet",
                    equal("status.updatedNumberScheduled", "status.desiredNumberScheduled"),
                    equal("status.numberAvailable", "status.desiredNumberScheduled")),
            probe("batch", "Job", condition("Complete")));

    private DefaultProbes() {}

    private static ProgressionProbe probe(String group, String kind, ProbeAssertion... assertions) {
        return new ProgressionProbe(
                new ProbeSelector(ProbeSelector.GROUP_KIND, new GroupKind(group, kind), null), List.of(assertions));
    }

    private static ProbeAssertion condition(String type) {
        return new ProbeAssertion(ProbeAssertion.CONDITION_EQUAL, new ConditionEqual(type, "True"), null, null);
    }

    private static ProbeAssertion equal(String fieldA, String fieldB) {
        return new ProbeAssertion(ProbeAssertion.FIELDS_EQUAL, null, new FieldsEqual(fieldA, fieldB), null);
    }

    private static ProbeAssertion value(String path, String value) {
        return new ProbeAssertion(ProbeAssertion.FIELD_VALUE, null, null, new FieldValue(path, value));
    }
}
