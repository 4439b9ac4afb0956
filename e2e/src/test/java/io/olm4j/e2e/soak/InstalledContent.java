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
import java.util.function.Function;
import java.util.stream.Stream;

/** Compares the objects of an extension on the cluster with its bundle. */
final class InstalledContent {

    /** What is wrong with the controller of an object. */
    private interface ControllerCheck extends Function<HasMetadata, Optional<String>> {}

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
        return difference(member, version, object -> controller(object, revision));
    }

    /** The same, whichever revision controls the objects. */
    Optional<String> difference(SoakPackage member, String version) {
        return difference(member, version, _ -> Optional.empty());
    }

    private Optional<String> difference(SoakPackage member, String version, ControllerCheck check) {
        return Stream.of(settings(member, version, check), deployment(member, version, check), service(member, check))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> settings(SoakPackage member, String version, ControllerCheck check) {
        ConfigMap settings = client.configMaps()
                .inNamespace(member.extension())
                .withName(member.settings())
                .get();
        if (settings == null) {
            return Optional.of("the ConfigMap is missing");
        }
        return version.equals(settings.getData().get("version"))
                ? check.apply(settings)
                : Optional.of("the ConfigMap has " + settings.getData());
    }

    private Optional<String> deployment(SoakPackage member, String version, ControllerCheck check) {
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
                ? check.apply(deployment)
                : Optional.of("the Deployment has the replicas of a user");
    }

    private Optional<String> service(SoakPackage member, ControllerCheck check) {
        if (!member.hasService()) {
            return Optional.empty();
        }
        return Optional.ofNullable(client.services()
                        .inNamespace(member.extension())
                        .withName(member.label())
                        .get())
                .map(check)
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
        return Stream.concat(
                        client
                                .resources(ClusterObjectSet.class)
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list()
                                .getItems()
                                .stream(),
                        Stream.concat(objects(member), others(member)))
                .map(ObjectObserver::describe)
                .findFirst();
    }

    /** An object that a revision still controls; empty if there is none. */
    Optional<String> controlled(SoakPackage member, String revision) {
        return objects(member)
                .filter(object -> controller(object, revision).isEmpty())
                .map(ObjectObserver::describe)
                .findFirst();
    }

    private Stream<? extends HasMetadata> others(SoakPackage member) {
        return Stream.of(
                        client.serviceAccounts()
                                .inNamespace(member.extension())
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list(),
                        client.rbac()
                                .clusterRoleBindings()
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list(),
                        client.apiextensions()
                                .v1()
                                .customResourceDefinitions()
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list(),
                        client.secrets()
                                .inNamespace(SoakCluster.NAMESPACE)
                                .withLabel(Labels.OWNER_NAME, member.extension())
                                .list())
                .flatMap(list -> list.getItems().stream());
    }

    private Stream<? extends HasMetadata> objects(SoakPackage member) {
        return Stream.of(
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
                .flatMap(list -> list.getItems().stream());
    }
}
