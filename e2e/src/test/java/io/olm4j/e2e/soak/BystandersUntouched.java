package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Objects of other owners do not change. */
final class BystandersUntouched implements ObjectObserver, Invariant {

    /** The label of these objects. */
    static final String LABEL = "soak.example.com/bystander";

    private final Map<String, String> versions = new HashMap<>();
    private Optional<String> violation = Optional.empty();

    /** Creates them beside each extension; one has the name of an object that a bundle brings. */
    static void create(SoakCluster cluster) {
        for (SoakPackage member : SoakPackage.values()) {
            cluster.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: bystander, namespace: %1$s, labels: {%2$s: "true"}}
                data: {version: "1.0.0"}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: bystander, namespace: %1$s, labels: {%2$s: "true"}}
                spec: {selector: {app: %3$s}, ports: [{port: 80}]}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: bystander, namespace: %1$s, labels: {%2$s: "true"}}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s-bystander, labels: {%2$s: "true"}}
                rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                """.formatted(member.extension(), LABEL, member.label()));
        }
        cluster.apply("""
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: %1$s, namespace: %2$s, labels: {%3$s: "true"}}
            data: {version: "of another owner"}
            """.formatted(SoakPackage.CLASH.settings(), SoakPackage.CLASH.extension(), LABEL));
    }

    private static boolean isBystander(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of())
                .containsKey(LABEL);
    }

    @Override
    public synchronized void changed(HasMetadata object) {
        if (isBystander(object)) {
            String now = object.getMetadata().getResourceVersion();
            String before = versions.putIfAbsent(object.getMetadata().getUid(), now);
            if (before != null && !before.equals(now)) {
                breaks(ObjectObserver.describe(object) + " belongs to another owner and was changed.");
            }
        }
    }

    @Override
    public synchronized void gone(HasMetadata object) {
        if (isBystander(object)) {
            breaks(ObjectObserver.describe(object) + " belongs to another owner and was deleted.");
        }
    }

    private void breaks(String what) {
        violation = violation.or(() -> Optional.of(what));
    }

    @Override
    public synchronized Optional<String> violation() {
        return violation;
    }
}
