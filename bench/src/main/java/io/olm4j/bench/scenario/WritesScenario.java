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
import java.util.stream.Stream;

/**
 * What olm4j writes to install extensions, written by the benchmark: no reads, no watches, no Events, no reviews. So it
 * is the least time that an installation through these resources can take.
 */
final class WritesScenario implements Scenario {

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
            for (String name : SmallOperators.names(settings.extensions() + 1).subList(1, settings.extensions() + 1)) {
                bench.apply(SmallBundles.installer(name));
                copies.add(new Copy(
                        admin,
                        example,
                        name,
                        FloorScenario.resources(SmallOperators.objects(name, SmallOperators.OLD))));
            }
            List<Copy> first = Parallel.warmUp(copies);
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
            ClusterExtension extension = named(new ClusterExtension());
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
            applyStatus(new ClusterExtensionStatus(
                    example.extension().getStatus().conditions(),
                    null,
                    example.extension().getStatus().activeRevisions()));
            example.marks().forEach(mark -> create(mark, List.of(owner(createdSet))));
            objects.forEach(object -> admin.resource(object).forceConflicts().serverSideApply());
            ClusterObjectSet rolledOut = named(new ClusterObjectSet());
            rolledOut.setStatus(example.set().getStatus());
            InstalledExample.applyStatus(admin, rolledOut);
            applyStatus(example.extension().getStatus());
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
            Stream.concat(example.content().stream(), example.marks().stream())
                    .forEach(secret -> admin.secrets()
                            .inNamespace(InstalledExample.NAMESPACE)
                            .withName(nameOf(secret))
                            .delete());
        }

        private String nameOf(Secret secret) {
            return name + "-" + secret.getMetadata().getName();
        }

        private <T extends HasMetadata> T named(T resource) {
            resource.setMetadata(new ObjectMetaBuilder().withName(name).build());
            return resource;
        }

        private Secret create(Secret secret, List<OwnerReference> owners) {
            return admin.resource(new SecretBuilder(secret)
                            .withMetadata(new ObjectMetaBuilder()
                                    .withName(nameOf(secret))
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

        private void applyStatus(ClusterExtensionStatus status) {
            ClusterExtension patch = named(new ClusterExtension());
            patch.setStatus(status);
            InstalledExample.applyStatus(admin, patch);
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
