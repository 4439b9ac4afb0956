package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.testsupport.SmallBundles;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares the objects of an extension on the cluster with its bundle. */
final class InstalledContent {

    private final KubernetesClient client;

    InstalledContent(KubernetesClient client) {
        this.client = client;
    }

    /**
     * What differs from the bundle; empty if nothing does.
     *
     * @param revision the name of the revision that controls the objects
     */
    Optional<String> difference(SoakPackage member, String version, String revision) {
        return Stream.of(
                        settings(member, version, revision),
                        deployment(member, version, revision),
                        service(member, revision))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> settings(SoakPackage member, String version, String revision) {
        ConfigMap settings = client.configMaps()
                .inNamespace(member.extension())
                .withName(member.settings())
                .get();
        if (settings == null) {
            return Optional.of("the ConfigMap is missing");
        }
        return version.equals(settings.getData().get("version"))
                ? controller(settings, revision)
                : Optional.of("the ConfigMap has " + settings.getData());
    }

    private Optional<String> deployment(SoakPackage member, String version, String revision) {
        Deployment deployment = client.apps()
                .deployments()
                .inNamespace(member.extension())
                .withName(member.label())
                .get();
        if (deployment == null) {
            return Optional.of("the Deployment is missing");
        }
        String image = deployment
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
        if (!image.equals(SmallBundles.containerImage(version))) {
            return Optional.of("the Deployment has the image " + image);
        }
        return deployment.getSpec().getReplicas() == 1
                ? controller(deployment, revision)
                : Optional.of("the Deployment has the replicas of a user");
    }

    private Optional<String> service(SoakPackage member, String revision) {
        if (!member.hasService()) {
            return Optional.empty();
        }
        return Optional.ofNullable(client.services()
                        .inNamespace(member.extension())
                        .withName(member.label())
                        .get())
                .map(service -> controller(service, revision))
                .orElse(Optional.of("the Service is missing"));
    }

    private static Optional<String> controller(HasMetadata object, String revision) {
        String controller = Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.<String, String>of())
                .getOrDefault(Annotations.REVISION_NAME, "none");
        return controller.equals(revision)
                ? Optional.empty()
                : Optional.of("%s is controlled by %s, not by %s"
                        .formatted(ObjectObserver.describe(object), controller, revision));
    }

    /** An object that remains of an extension; empty if nothing does. */
    Optional<String> remains(SoakPackage member) {
        return Stream.of(
                        client.resources(ClusterObjectSet.class)
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list(),
                        client.configMaps()
                                .inNamespace(member.extension())
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list(),
                        client.apps()
                                .deployments()
                                .inNamespace(member.extension())
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list(),
                        client.services()
                                .inNamespace(member.extension())
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list(),
                        client.rbac()
                                .clusterRoles()
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list())
                .flatMap(list -> list.getItems().stream())
                .map(ObjectObserver::describe)
                .findFirst();
    }
}
