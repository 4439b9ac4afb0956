package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.testsupport.SmallBundles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What olm4j writes to install extensions, written by the benchmark: no reads, no watches, no Events, no reviews. So it
 * is the least time that an installation through these resources can take.
 */
final class WritesScenario implements Scenario {

    private static final int WARM_UP = 10;

    @Override
    public String name() {
        return "writes";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings)) {
            InstalledExample example = InstalledExample.install(bench);
            KubernetesClient admin = bench.admin();
            List<Copy> copies = new ArrayList<>();
            // The first one is the example.
            for (String name : SmallOperators.names(settings.extensions() + 1)) {
                if (!name.equals(example.extension().getMetadata().getName())) {
                    bench.apply(SmallBundles.installer(name));
                    copies.add(new Copy(
                            admin,
                            example,
                            name,
                            FloorScenario.resources(SmallOperators.objects(name, SmallOperators.OLD))));
                }
            }
            List<Copy> first = copies.subList(0, Math.min(WARM_UP, copies.size()));
            Parallel.forEach(first, Copy::write);
            delete(admin, first);
            var measurement = new Measurement(bench, figures);
            for (int run = 0; run < settings.runs(); run++) {
                measurement.of(
                        "the writes to install %d, without olm4j".formatted(settings.extensions()),
                        () -> Parallel.forEach(copies, Copy::write));
                delete(admin, copies);
            }
        }
    }

    private static void delete(KubernetesClient admin, List<Copy> copies) throws Exception {
        Parallel.forEach(copies, Copy::delete);
        FloorScenario.delete(admin, copies.stream().map(Copy::objects).toList());
    }

    /** An extension with its set, its Secrets and its objects. */
    private record Copy(
            KubernetesClient admin, InstalledExample example, String name, List<GenericKubernetesResource> objects) {

        void write() {
            ClusterExtension extension = new ClusterExtension();
            extension.setMetadata(new ObjectMetaBuilder().withName(name).build());
            extension.setSpec(example.extension().getSpec());
            ClusterExtension created = admin.resource(extension).create();
            patch(
                    created,
                    Map.of("finalizers", example.extension().getMetadata().getFinalizers()));
            List<Secret> content = example.content().stream()
                    .map(secret -> create(secret, List.of()))
                    .toList();
            ClusterObjectSet set = new ClusterObjectSet();
            set.setMetadata(new ObjectMetaBuilder()
                    .withName(name)
                    .withLabels(example.set().getMetadata().getLabels())
                    .withAnnotations(example.set().getMetadata().getAnnotations())
                    .withFinalizers(example.set().getMetadata().getFinalizers())
                    .withOwnerReferences(owner(created))
                    .build());
            set.setSpec(example.set().getSpec());
            ClusterObjectSet createdSet = admin.resource(set).create();
            content.forEach(secret -> patch(
                    secret,
                    Map.of(
                            "annotations",
                            Map.of(
                                    Annotations.REVISION_UID,
                                    createdSet.getMetadata().getUid()))));
            applyStatus(started());
            example.marks().forEach(mark -> create(mark, List.of(owner(createdSet))));
            objects.forEach(object -> admin.resource(object).forceConflicts().serverSideApply());
            ClusterObjectSet rolledOut = new ClusterObjectSet();
            rolledOut.setMetadata(new ObjectMetaBuilder().withName(name).build());
            rolledOut.setStatus(example.set().getStatus());
            applyStatus(rolledOut);
            ClusterExtension installed = new ClusterExtension();
            installed.setMetadata(new ObjectMetaBuilder().withName(name).build());
            installed.setStatus(example.extension().getStatus());
            applyStatus(installed);
        }

        /** Removes all but the objects. */
        void delete() {
            HasMetadata extension =
                    admin.resources(ClusterExtension.class).withName(name).get();
            HasMetadata set =
                    admin.resources(ClusterObjectSet.class).withName(name).get();
            patch(extension, Map.of("finalizers", List.of()));
            patch(set, Map.of("finalizers", List.of()));
            admin.resource(set).delete();
            admin.resource(extension).delete();
            for (int i = 0; i < example.secrets().size(); i++) {
                admin.secrets()
                        .inNamespace(InstalledExample.NAMESPACE)
                        .withName(name + "-" + i)
                        .delete();
            }
        }

        /** The extension while its set rolls out. */
        private ClusterExtension started() {
            ClusterExtension started = new ClusterExtension();
            started.setMetadata(new ObjectMetaBuilder().withName(name).build());
            started.setStatus(new ClusterExtensionStatus(
                    example.extension().getStatus().conditions(),
                    null,
                    example.extension().getStatus().activeRevisions()));
            return started;
        }

        private Secret create(Secret secret, List<OwnerReference> owners) {
            return admin.resource(new SecretBuilder(secret)
                            .withMetadata(new ObjectMetaBuilder()
                                    .withName(name + "-" + example.secrets().indexOf(secret))
                                    .withNamespace(InstalledExample.NAMESPACE)
                                    .withLabels(secret.getMetadata().getLabels())
                                    .withOwnerReferences(owners)
                                    .build())
                            .build())
                    .create();
        }

        private void patch(HasMetadata object, Map<String, ?> metadata) {
            admin.resource(object)
                    .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(Map.of("metadata", metadata)));
        }

        private void applyStatus(HasMetadata status) {
            admin.resource(status).subresource("status").patch(InstalledExample.APPLY);
        }

        private static OwnerReference owner(HasMetadata owner) {
            return new OwnerReferenceBuilder()
                    .withApiVersion(owner.getApiVersion())
                    .withKind(owner.getKind())
                    .withName(owner.getMetadata().getName())
                    .withUid(owner.getMetadata().getUid())
                    .withController(true)
                    .withBlockOwnerDeletion(true)
                    .build();
        }
    }
}
