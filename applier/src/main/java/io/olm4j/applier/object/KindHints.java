package io.olm4j.applier.object;

import io.olm4j.applier.cluster.GroupVersionKind;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names the component that usually provides a kind that a cluster does not serve. */
public final class KindHints {

    /** By API group, or by the domain that several groups share. */
    private static final Map<String, String> PROVIDERS = Map.ofEntries(
            Map.entry("cert-manager.io", "cert-manager"),
            Map.entry("acme.cert-manager.io", "cert-manager"),
            Map.entry("monitoring.coreos.com", "the Prometheus operator"),
            Map.entry("operators.coreos.com", "OLM Classic"),
            Map.entry("gateway.networking.k8s.io", "the Gateway API"),
            Map.entry("snapshot.storage.k8s.io", "the CSI snapshot controller"),
            Map.entry("autoscaling.k8s.io", "the Vertical Pod Autoscaler"),
            Map.entry("cluster.x-k8s.io", "the Cluster API"),
            Map.entry("k8s.cni.cncf.io", "Multus"),
            Map.entry("keda.sh", "KEDA"),
            Map.entry("istio.io", "Istio"),
            Map.entry("serving.knative.dev", "Knative Serving"),
            Map.entry("eventing.knative.dev", "Knative Eventing"),
            Map.entry("tekton.dev", "Tekton"),
            Map.entry("argoproj.io", "Argo"),
            Map.entry("kyverno.io", "Kyverno"),
            Map.entry("external-secrets.io", "the External Secrets operator"),
            Map.entry("metallb.io", "MetalLB"),
            Map.entry("opentelemetry.io", "the OpenTelemetry operator"),
            Map.entry("strimzi.io", "Strimzi"),
            Map.entry("postgresql.cnpg.io", "CloudNativePG"),
            Map.entry("rabbitmq.com", "the RabbitMQ cluster operator"),
            Map.entry("integreatly.org", "the Grafana operator"),
            Map.entry("jaegertracing.io", "the Jaeger operator"),
            Map.entry("crossplane.io", "Crossplane"),
            Map.entry("fluxcd.io", "Flux"),
            Map.entry("cilium.io", "Cilium"),
            Map.entry("projectcalico.org", "Calico"),
            Map.entry("gatekeeper.sh", "Gatekeeper"),
            Map.entry("kubevirt.io", "KubeVirt"),
            Map.entry("velero.io", "Velero"),
            Map.entry("longhorn.io", "Longhorn"),
            Map.entry("traefik.io", "Traefik"),
            Map.entry("projectcontour.io", "Contour"),
            Map.entry("kueue.x-k8s.io", "Kueue"),
            Map.entry("karpenter.sh", "Karpenter"));

    /** The API groups of Kubernetes itself whose names contain a domain. */
    private static final Set<String> BUILT_IN = Set.of(
            "admissionregistration.k8s.io",
            "apiextensions.k8s.io",
            "apiregistration.k8s.io",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "certificates.k8s.io",
            "coordination.k8s.io",
            "discovery.k8s.io",
            "events.k8s.io",
            "flowcontrol.apiserver.k8s.io",
            "networking.k8s.io",
            "node.k8s.io",
            "rbac.authorization.k8s.io",
            "resource.k8s.io",
            "scheduling.k8s.io",
            "storage.k8s.io",
            "storagemigration.k8s.io");

    private KindHints() {}

    /** The message in the words of client-go, followed by what to do. */
    public static String notServed(GroupVersionKind kind) {
        return kind.noMatch() + ": the cluster does not serve this kind; " + advice(kind.group());
    }

    /**
     * The message for a kind that the cluster serves at other versions only.
     *
     * @param version one of them
     */
    public static String servedAtAnotherVersion(GroupVersionKind kind, String version) {
        return kind.noMatch() + ": the cluster serves this kind at other versions only, such as " + version
                + "; install a bundle version that uses one of them, or update what brings the kind";
    }

    private static String advice(String group) {
        Optional<String> provider = provider(group);
        if (provider.isPresent()) {
            return "install " + provider.get() + ", which usually brings it";
        }
        if (group.endsWith(".openshift.io")) {
            return "it is a part of OpenShift";
        }
        return !group.contains(".") || BUILT_IN.contains(group)
                ? "install a bundle version that is made for this version of Kubernetes"
                : "install the operator or CustomResourceDefinition that brings it";
    }

    /** The provider of the group, else that of the longest domain that the group belongs to. */
    private static Optional<String> provider(String group) {
        for (String domain = group; ; domain = domain.substring(domain.indexOf('.') + 1)) {
            String provider = PROVIDERS.get(domain);
            if (provider != null || domain.indexOf('.') < 0) {
                return Optional.ofNullable(provider);
            }
        }
    }
}
