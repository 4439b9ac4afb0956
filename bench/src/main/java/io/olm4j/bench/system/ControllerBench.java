package io.olm4j.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionBuilder;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionPlanning;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;

/**
 * What the controller is measured on: a cluster with its manifests, a client with their rights, and a count of its
 * requests.
 */
final class ControllerBench {

    static final String SYSTEM = "olmv1-system";

    private final LocalCluster cluster;
    private final KubernetesClient admin;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();

    ControllerBench(LocalCluster cluster) throws IOException {
        this.cluster = cluster;
        this.admin = cluster.adminClient();
        for (String manifest : List.of(
                "rbac/namespace",
                "rbac/operator-controller",
                "policy/teardown-account",
                "crd/clusterextensions.olm.operatorframework.io",
                "crd/clusterobjectsets.olm.operatorframework.io",
                "crd/clustercatalogs.olm.operatorframework.io")) {
            try (InputStream in =
                    ControllerBench.class.getResourceAsStream("/io/olm4j/manifests/" + manifest + ".yaml")) {
                admin.load(in).items().forEach(item -> admin.resource(item).serverSideApply());
            }
        }
    }

    KubernetesClient controllerClient() {
        KubernetesClient client =
                counting(cluster.clientForServiceAccount(SYSTEM, "operator-controller-controller-manager")
                        .getConfiguration());
        CatalogdBench.await(() -> canList(client));
        return client;
    }

    /** Rights and definitions come into effect a moment after they were made. */
    private static boolean canList(KubernetesClient client) {
        try {
            return client.resources(ClusterObjectSet.class).list() != null;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** A client whose requests are counted. */
    KubernetesClient counting(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(new OkHttpClientFactory() {
                    @Override
                    protected void additionalConfig(OkHttpClient.Builder builder) {
                        builder.addInterceptor(chain -> {
                            requests.incrementAndGet();
                            if (!chain.request().method().equals("GET")) {
                                writes.incrementAndGet();
                            }
                            return chain.proceed(chain.request());
                        });
                    }
                })
                .build();
    }

    KubernetesClient admin() {
        return admin;
    }

    int requests() {
        return requests.get();
    }

    /** Requests that are not reads; reviews of access are among them. */
    int writes() {
        return writes.get();
    }

    /** A new service account in a namespace of its own, without rights. */
    ServiceAccountRef account(String namespace) {
        admin.resource("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s}
                """.formatted(namespace)).create();
        admin.resource("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: installer, namespace: %s}
                """.formatted(namespace)).create();
        return new ServiceAccountRef(namespace, "installer");
    }

    static RevisionPlanning.RevisionPlan plan(String extension, ServiceAccountRef account, List<ObjectNode> objects) {
        var identity = new RevisionIdentity(
                extension,
                "",
                "bench",
                "bench.v1.0.0",
                "1.0.0",
                Optional.empty(),
                "example.com/bench@sha256:0",
                Optional.empty(),
                Optional.empty(),
                new Identity.Account(account),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return switch (new RevisionBuilder(SYSTEM).build(identity, objects, 1)) {
            case RevisionPlanning.RevisionPlan plan -> {
                // There is no extension.
                plan.set().getMetadata().setOwnerReferences(List.of());
                yield plan;
            }
            case RevisionPlanning.Unplannable(String message) -> throw new IllegalStateException(message);
        };
    }

    /** Creates a revision of no extension; its Secrets are marked as the controller marks those of extensions. */
    ClusterObjectSet create(RevisionPlanning.RevisionPlan plan) {
        ClusterObjectSet set = new Revisions(admin, SYSTEM).create(plan);
        plan.secrets()
                .forEach(secret -> admin.resource(secret)
                        .edit(there -> new SecretBuilder(there)
                                .editMetadata()
                                .addToAnnotations(
                                        Annotations.REVISION_UID,
                                        set.getMetadata().getUid())
                                .endMetadata()
                                .build()));
        return set;
    }

    /** Of this process, in nanoseconds. */
    static long cpuTime() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
