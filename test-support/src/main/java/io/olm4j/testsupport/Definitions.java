package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** CustomResourceDefinitions that a test or a benchmark creates. */
public final class Definitions {

    private static final long LIMIT_MINUTES = 2;

    private Definitions() {}

    /** Returns when the API server has accepted the definition of this name and serves its kind. */
    public static void awaitEstablished(KubernetesClient client, String name) {
        client.resources(CustomResourceDefinition.class)
                .withName(name)
                .waitUntilCondition(Definitions::isEstablished, LIMIT_MINUTES, TimeUnit.MINUTES);
    }

    /**
     * Deletes the definition of this name with its objects, and returns when it is gone. The objects are listed before:
     * the API server may need five minutes for a definition whose objects no client has requested yet.
     */
    public static void delete(KubernetesClient client, String name) {
        Resource<CustomResourceDefinition> definition =
                client.resources(CustomResourceDefinition.class).withName(name);
        Optional.ofNullable(definition.get()).flatMap(ResourceKind::definedBy).ifPresent(kind -> {
            var _ = kind.list(client);
        });
        var _ = definition.delete();
        var _ = definition.waitUntilCondition(Objects::isNull, LIMIT_MINUTES, TimeUnit.MINUTES);
    }

    private static boolean isEstablished(@Nullable CustomResourceDefinition definition) {
        return definition != null
                && definition.getStatus() != null
                && definition.getStatus().getConditions() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }
}
