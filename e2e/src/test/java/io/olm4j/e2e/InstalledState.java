package io.olm4j.e2e;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import java.util.List;
import java.util.stream.Stream;

/**
 * What there is of an extension on the cluster, in words that are the same for the same state.
 *
 * @param revisions name, lifecycle and success of each
 * @param objects kind, place, controlling owner and revision of each, and of the Secrets with the objects
 */
record InstalledState(List<String> revisions, List<String> objects) {

    static InstalledState of(KubernetesClient client, String extension) {
        return new InstalledState(
                client
                        .resources(ClusterObjectSet.class)
                        .withLabel(Labels.OWNER_NAME, extension)
                        .list()
                        .getItems()
                        .stream()
                        .map(InstalledState::describe)
                        .sorted()
                        .toList(),
                objects(client, extension)
                        .map(InstalledState::describe)
                        .sorted()
                        .toList());
    }

    private static Stream<HasMetadata> objects(KubernetesClient client, String extension) {
        return Stream.of(
                        client.apps().deployments().inAnyNamespace().list(),
                        client.services().inAnyNamespace().list(),
                        client.serviceAccounts().inAnyNamespace().list(),
                        client.configMaps().inAnyNamespace().list(),
                        client.secrets().inAnyNamespace().list(),
                        client.rbac().roles().inAnyNamespace().list(),
                        client.rbac().roleBindings().inAnyNamespace().list(),
                        client.rbac().clusterRoles().list(),
                        client.rbac().clusterRoleBindings().list(),
                        client.apiextensions().v1().customResourceDefinitions().list())
                .<HasMetadata>flatMap(list -> list.getItems().stream())
                .filter(object ->
                        extension.equals(object.getMetadata().getLabels().get(Labels.OWNER_NAME)));
    }

    private static String describe(ClusterObjectSet set) {
        return "%s %s succeeded=%s"
                .formatted(
                        set.getMetadata().getName(),
                        set.getSpec().lifecycleState(),
                        set.getStatus() != null
                                && Conditions.find(set.getStatus().conditions(), ConditionTypes.SUCCEEDED)
                                        .filter(Condition::isTrue)
                                        .isPresent());
    }

    private static String describe(HasMetadata object) {
        String controller = object.getMetadata().getAnnotations().getOrDefault(Annotations.REVISION_NAME, "-");
        boolean marked = object.getMetadata().getAnnotations().containsKey(Annotations.REVISION_UID);
        return "%s %s/%s of %s%s at %s%s"
                .formatted(
                        object.getKind(),
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName(),
                        controller,
                        marked ? "" : " (not marked)",
                        object.getMetadata().getAnnotations().getOrDefault(Annotations.REVISION, "-"),
                        object.isMarkedForDeletion() ? " leaving" : "");
    }
}
