package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import java.util.List;
import java.util.stream.Stream;

/** Watches catalogs, extensions, sets, managed objects and bystanders, and passes each state on to the observers. */
final class ClusterWatch implements AutoCloseable {

    private final List<SharedIndexInformer<? extends HasMetadata>> informers;

    ClusterWatch(KubernetesClient client, List<ObjectObserver> observers) {
        informers = Stream.concat(
                        Stream.of(
                                inform(client.resources(ClusterCatalog.class), observers),
                                inform(client.resources(ClusterExtension.class), observers),
                                inform(client.resources(ClusterObjectSet.class), observers)),
                        Stream.of(Labels.OWNER_NAME, BystandersUntouched.LABEL)
                                .flatMap(label -> labelled(client, label, observers)))
                .toList();
    }

    private static Stream<SharedIndexInformer<? extends HasMetadata>> labelled(
            KubernetesClient client, String label, List<ObjectObserver> observers) {
        return Stream.of(
                inform(client.configMaps().inAnyNamespace().withLabel(label), observers),
                inform(client.services().inAnyNamespace().withLabel(label), observers),
                inform(client.serviceAccounts().inAnyNamespace().withLabel(label), observers),
                inform(client.rbac().clusterRoles().withLabel(label), observers),
                inform(client.apps().deployments().inAnyNamespace().withLabel(label), observers));
    }

    private static <T extends HasMetadata> SharedIndexInformer<T> inform(
            Informable<T> objects, List<ObjectObserver> observers) {
        return objects.inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                observers.forEach(observer -> observer.changed(object));
            }

            @Override
            public void onUpdate(T before, T object) {
                observers.forEach(observer -> observer.changed(object));
            }

            @Override
            public void onDelete(T object, boolean unknown) {
                observers.forEach(observer -> observer.gone(object));
            }
        });
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::close);
    }
}
