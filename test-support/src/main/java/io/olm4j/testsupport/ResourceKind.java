package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.localcluster.LocalClusterException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A kind of objects that the API server can list and delete.
 *
 * @param group empty for the core group
 */
record ResourceKind(String group, String version, String kind, String plural, boolean namespaced) {

    /** Events are served by two groups from one store. */
    private static final String SECOND_EVENTS_GROUP = "events.k8s.io";

    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration STORAGE_LIMIT = Duration.ofMinutes(2);

    /** What the API server serves now, each kind in the version that it prefers. */
    static List<ResourceKind> served(KubernetesClient client) {
        Stream<String> named = client.getApiGroups().getGroups().stream()
                .map(APIGroup::getPreferredVersion)
                .map(GroupVersionForDiscovery::getGroupVersion);
        return Stream.concat(Stream.of("v1"), named)
                .filter(groupVersion -> !groupVersion.startsWith(SECOND_EVENTS_GROUP))
                .flatMap(groupVersion -> served(client, groupVersion))
                .toList();
    }

    private static Stream<ResourceKind> served(KubernetesClient client, String groupVersion) {
        int slash = groupVersion.indexOf('/');
        String group = slash < 0 ? "" : groupVersion.substring(0, slash);
        return client.getApiResources(groupVersion).getResources().stream()
                .filter(ResourceKind::canBeSwept)
                .map(resource -> new ResourceKind(
                        group,
                        groupVersion.substring(slash + 1),
                        resource.getKind(),
                        resource.getName(),
                        resource.getNamespaced()));
    }

    private static boolean canBeSwept(APIResource resource) {
        // A name with a slash is a subresource.
        return !resource.getName().contains("/") && resource.getVerbs().containsAll(List.of("list", "delete"));
    }

    /** The kind that a definition defines, if one of its versions is served. */
    static Optional<ResourceKind> definedBy(CustomResourceDefinition definition) {
        return definition.getSpec().getVersions().stream()
                .filter(CustomResourceDefinitionVersion::getServed)
                .findFirst()
                .map(version -> new ResourceKind(
                        definition.getSpec().getGroup(),
                        version.getName(),
                        definition.getSpec().getNames().getKind(),
                        definition.getSpec().getNames().getPlural(),
                        definition.getSpec().getScope().equals("Namespaced")));
    }

    /** All objects of this kind; none if the kind is not served any more. */
    List<GenericKubernetesResource> list(KubernetesClient client) {
        BoundedWait limit = BoundedWait.lasting(STORAGE_LIMIT);
        List<GenericKubernetesResource> objects = new ArrayList<>();
        // The API server opens the storage of a custom resource at the first request, and until then has one come
        // again.
        boolean answered = limit.until(() -> listed(client, objects));
        if (!answered) {
            throw new LocalClusterException("The API server did not list %s.%s within %d s"
                    .formatted(plural, group, STORAGE_LIMIT.toSeconds()));
        }
        return objects;
    }

    private boolean listed(KubernetesClient client, List<GenericKubernetesResource> objects) {
        try {
            objects.addAll(
                    namespaced
                            ? operation(client).inAnyNamespace().list().getItems()
                            : operation(client).list().getItems());
            return true;
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case HttpURLConnection.HTTP_NOT_FOUND -> true;
                case TOO_MANY_REQUESTS -> false;
                default -> throw e;
            };
        }
    }

    /** The operations on one object of this kind. */
    Resource<GenericKubernetesResource> resource(KubernetesClient client, ObjectKey key) {
        return namespaced
                ? operation(client).inNamespace(key.namespace()).withName(key.name())
                : operation(client).withName(key.name());
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            operation(KubernetesClient client) {
        return client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(namespaced)
                .build());
    }
}
