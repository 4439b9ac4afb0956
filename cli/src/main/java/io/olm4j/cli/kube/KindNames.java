package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.cli.OlmException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the kinds that users name as kubectl lets them: {@code deploy}, {@code deployments.apps}, {@code Pod}. */
public final class KindNames {

    private final KubernetesClient client;

    public KindNames(KubernetesClient client) {
        this.client = client;
    }

    /**
     * The kind with a name.
     *
     * @param name plural, singular, short name or kind, in lower or upper case; with or without the group behind a dot
     * @throws OlmException if the API server serves no such kind
     */
    public ResourceDefinitionContext find(String name) {
        int dot = name.indexOf('.');
        String kind = dot < 0 ? name : name.substring(0, dot);
        Optional<String> group = dot < 0 ? Optional.empty() : Optional.of(name.substring(dot + 1));
        return groupVersions()
                .filter(version -> group.isEmpty() || group.get().equals(group(version)))
                .flatMap(version -> resources(version)
                        .filter(resource -> isNamed(resource, kind))
                        .map(resource -> context(version, resource)))
                .findFirst()
                .orElseThrow(() -> new OlmException(
                        "the API server serves no kind " + name + ": \"kubectl api-resources\" lists them"));
    }

    /** The core group first, then the preferred version of each group. */
    private Stream<String> groupVersions() {
        return Stream.concat(
                Stream.of("v1"),
                client.getApiGroups().getGroups().stream()
                        .map(group -> group.getPreferredVersion())
                        .filter(Objects::nonNull)
                        .map(GroupVersionForDiscovery::getGroupVersion));
    }

    private Stream<APIResource> resources(String groupVersion) {
        return Optional.ofNullable(client.getApiResources(groupVersion)).stream()
                .flatMap(list -> list.getResources().stream())
                .filter(resource -> !resource.getName().contains("/"));
    }

    private static boolean isNamed(APIResource resource, String kind) {
        return Stream.concat(
                        Stream.of(resource.getName(), resource.getSingularName(), resource.getKind()),
                        Optional.ofNullable(resource.getShortNames()).orElse(List.of()).stream())
                .anyMatch(kind::equalsIgnoreCase);
    }

    private static String group(String groupVersion) {
        int slash = groupVersion.indexOf('/');
        return slash < 0 ? "" : groupVersion.substring(0, slash);
    }

    private static ResourceDefinitionContext context(String groupVersion, APIResource resource) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group(groupVersion))
                .withVersion(groupVersion.substring(groupVersion.indexOf('/') + 1))
                .withKind(resource.getKind())
                .withPlural(resource.getName())
                .withNamespaced(resource.getNamespaced())
                .build();
    }
}
