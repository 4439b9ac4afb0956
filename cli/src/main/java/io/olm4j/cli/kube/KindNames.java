package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIGroupList;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.cli.command.OlmException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
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
        List<String> silent = new ArrayList<>();
        return groupVersions()
                .filter(version -> group.isEmpty()
                        || group.get().equals(GroupVersionKind.of(version, "").group()))
                .flatMap(version -> resources(version, silent)
                        .filter(resource -> isNamed(resource, kind))
                        .map(resource -> context(version, resource)))
                .findFirst()
                .orElseThrow(() -> new OlmException(
                        "the API server serves no kind " + name + ": \"kubectl api-resources\" lists them"
                                + (silent.isEmpty() ? "" : "; these do not answer now: " + String.join(", ", silent))));
    }

    /** The core group first, then the preferred version of each group, then all others. */
    private Stream<String> groupVersions() {
        List<APIGroup> groups = Optional.ofNullable(client.getApiGroups())
                .map(APIGroupList::getGroups)
                .orElse(List.of());
        Stream<GroupVersionForDiscovery> preferred =
                groups.stream().map(APIGroup::getPreferredVersion).filter(Objects::nonNull);
        Stream<GroupVersionForDiscovery> all = groups.stream().flatMap(group -> group.getVersions().stream());
        return Stream.concat(
                        Stream.of("v1"), Stream.concat(preferred, all).map(GroupVersionForDiscovery::getGroupVersion))
                .distinct();
    }

    /** @param silent receives the version if the server behind it does not answer */
    private Stream<APIResource> resources(String groupVersion, List<String> silent) {
        Optional<APIResourceList> found;
        try {
            found = Optional.ofNullable(client.getApiResources(groupVersion));
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_UNAVAILABLE) {
                throw e;
            }
            silent.add(groupVersion);
            return Stream.empty();
        }
        return found.stream()
                .flatMap(list -> list.getResources().stream())
                .filter(resource -> !resource.getName().contains("/"));
    }

    private static boolean isNamed(APIResource resource, String kind) {
        return Stream.concat(
                        Stream.of(resource.getName(), resource.getSingularName(), resource.getKind()),
                        Optional.ofNullable(resource.getShortNames()).orElse(List.of()).stream())
                .anyMatch(kind::equalsIgnoreCase);
    }

    private static ResourceDefinitionContext context(String groupVersion, APIResource resource) {
        var kind = GroupVersionKind.of(groupVersion, resource.getKind());
        return new ResourceDefinitionContext.Builder()
                .withGroup(kind.group())
                .withVersion(kind.version())
                .withKind(kind.kind())
                .withPlural(resource.getName())
                .withNamespaced(resource.getNamespaced())
                .build();
    }
}
