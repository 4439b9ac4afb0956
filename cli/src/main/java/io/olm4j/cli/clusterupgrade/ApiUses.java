package io.olm4j.cli.clusterupgrade;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.api.Annotations;
import io.olm4j.api.Labels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the objects of extensions that are written in APIs which go away, by reading; only kinds that are served are
 * read.
 */
final class ApiUses {

    private static final long PAGE = 500;

    private final KubernetesClient client;

    ApiUses(KubernetesClient client) {
        this.client = client;
    }

    /** The objects that are written in one of these APIs. */
    List<ApiUse> find(List<RemovedApi> apis) {
        Map<String, List<RemovedApi>> byVersion = apis.stream()
                .collect(Collectors.groupingBy(RemovedApi::apiVersion, LinkedHashMap::new, Collectors.toList()));
        List<ApiUse> uses = new ArrayList<>();
        byVersion.forEach((apiVersion, kinds) -> {
            APIResourceList served = client.getApiResources(apiVersion);
            if (served != null) {
                kinds.forEach(api -> resource(served, api.kind()).ifPresent(resource -> read(api, resource, uses)));
            }
        });
        return uses;
    }

    private static Optional<APIResource> resource(APIResourceList served, String kind) {
        return served.getResources().stream()
                .filter(resource -> resource.getKind().equals(kind)
                        && !resource.getName().contains("/")
                        && resource.getVerbs().contains("list"))
                .findFirst();
    }

    private void read(RemovedApi api, APIResource resource, List<ApiUse> uses) {
        var kind = new ResourceDefinitionContext.Builder()
                .withGroup(api.group())
                .withVersion(api.version())
                .withKind(api.kind())
                .withPlural(resource.getName())
                .withNamespaced(resource.getNamespaced())
                .build();
        var all = client.genericKubernetesResources(kind);
        var managed = (resource.getNamespaced() ? all.inAnyNamespace() : all)
                .withLabel(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM);
        String next = "";
        do {
            GenericKubernetesResourceList page = managed.list(
                    new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
            page.getItems().forEach(object -> uses(api, object).forEach(uses::add));
            next = Optional.ofNullable(page.getMetadata().getContinue()).orElse("");
        } while (!next.isEmpty());
    }

    private static Stream<ApiUse> uses(RemovedApi api, GenericKubernetesResource object) {
        String revision = Annotations.text(object, Annotations.REVISION_UID);
        String namespace = object.getMetadata().getNamespace();
        String name = (namespace == null ? "" : namespace + "/")
                + object.getMetadata().getName();
        return object.getMetadata().getManagedFields().stream()
                .filter(entry -> api.apiVersion().equals(entry.getApiVersion()))
                .map(entry -> entry.getManager())
                .distinct()
                .map(manager -> new ApiUse(revision, api, name, manager));
    }
}
