package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import java.util.List;

/**
 * An installed extension of a small operator as olm4j wrote it: what other scenarios write copies of.
 *
 * @param content the Secrets with the objects of its set
 * @param marks the Secrets that have the set as their owner: the mark for an orphaning deletion
 */
record InstalledExample(ClusterExtension extension, ClusterObjectSet set, List<Secret> content, List<Secret> marks) {

    /** The namespace of the copies. */
    static final String NAMESPACE = "default";

    /** How the copies are applied. */
    static final PatchContext APPLY = new PatchContext.Builder()
            .withForce(true)
            .withFieldManager("bench")
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .build();

    InstalledExample {
        content = List.copyOf(content);
        marks = List.copyOf(marks);
    }

    /** Installs the extension of the first small operator, reads it and stops olm4j. */
    static InstalledExample install(BenchCluster bench) throws Exception {
        try (SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators = SmallOperators.push(bench, 1, SmallOperators.OLD);
            bench.restartOlm();
            operators.offer(SmallOperators.OLD);
            load.install(operators.names(), SmallOperators.OLD);
            InstalledExample example = read(bench.admin(), operators.names().getFirst());
            bench.killOlm();
            return example;
        }
    }

    private static InstalledExample read(KubernetesClient admin, String name) {
        ClusterObjectSet set = admin.resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, name)
                .list()
                .getItems()
                .getFirst();
        List<Secret> secrets = admin.secrets().inAnyNamespace().list().getItems();
        return new InstalledExample(
                admin.resources(ClusterExtension.class).withName(name).get(),
                set,
                secrets.stream().filter(InstalledExample::isContent).toList(),
                secrets.stream().filter(secret -> isOwned(secret, set)).toList());
    }

    private static boolean isContent(Secret secret) {
        return secret.getMetadata().getLabels() != null
                && secret.getMetadata().getLabels().containsKey(Labels.REVISION_NAME);
    }

    private static boolean isOwned(Secret secret, ClusterObjectSet owner) {
        return secret.getMetadata().getOwnerReferences().stream()
                .anyMatch(reference ->
                        reference.getUid().equals(owner.getMetadata().getUid()));
    }

    /** Applies a status; the resource has no other content than its name. */
    static void applyStatus(KubernetesClient client, HasMetadata status) {
        client.resource(status).subresource("status").patch(APPLY);
    }
}
