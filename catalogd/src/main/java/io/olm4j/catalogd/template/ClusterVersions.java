package io.olm4j.catalogd.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.versionranges.Shortened;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the versions of the cluster: the version of Kubernetes from the API server, and the version of OpenShift from
 * the ClusterVersion {@code version} of {@code config.openshift.io/v1}. Once that ClusterVersion was found, it is
 * watched.
 */
public final class ClusterVersions implements AutoCloseable {

    private static final int MAX_SHOWN = 64;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ResourceDefinitionContext CLUSTER_VERSION = new ResourceDefinitionContext.Builder()
            .withGroup("config.openshift.io")
            .withVersion("v1")
            .withKind("ClusterVersion")
            .withPlural("clusterversions")
            .withNamespaced(false)
            .build();

    private final KubernetesClient client;
    private final Runnable onChange;
    private @Nullable SharedIndexInformer<GenericKubernetesResource> informer;
    private boolean closed;

    /**
     * Sends no request yet.
     *
     * @param onChange runs when the version of OpenShift may have changed
     */
    public ClusterVersions(KubernetesClient client, Runnable onChange) {
        this.client = client;
        this.onChange = onChange;
    }

    /** Reads the versions of some platforms. */
    public Map<ClusterPlatform, VersionLookup> look(Collection<ClusterPlatform> platforms) {
        Map<ClusterPlatform, VersionLookup> lookups = new EnumMap<>(ClusterPlatform.class);
        for (ClusterPlatform platform : platforms) {
            lookups.put(platform, look(platform));
        }
        return lookups;
    }

    private VersionLookup look(ClusterPlatform platform) {
        try {
            return switch (platform) {
                case KUBERNETES -> kubernetes(client.raw("/version"));
                case OPENSHIFT -> openShift();
            };
        } catch (KubernetesClientException e) {
            return new VersionLookup.Failed("the cluster's version could not be read: " + e.getMessage());
        }
    }

    /**
     * A distribution may choose any text as the full version. If it cannot be parsed, the fields {@code major} and
     * {@code minor} count.
     */
    static VersionLookup kubernetes(@Nullable String answer) {
        JsonNode info;
        try {
            info = JSON.readTree(answer == null ? "" : answer);
        } catch (JsonProcessingException e) {
            return new VersionLookup.Missing("the API server returns no version at /version");
        }
        String full = info.path("gitVersion").asText();
        String numbers = info.path("major").asText() + "." + info.path("minor").asText();
        return VersionNumbers.parse(full)
                .or(() -> VersionNumbers.parse(numbers))
                .<VersionLookup>map(VersionLookup.Known::new)
                .orElseGet(() -> new VersionLookup.Missing(
                        "the API server's version is \"" + Shortened.of(MAX_SHOWN, full) + "\""));
    }

    private VersionLookup openShift() {
        GenericKubernetesResource found = resource().get();
        if (found == null) {
            return new VersionLookup.Missing("the cluster has no ClusterVersion \"version\" (config.openshift.io/v1)");
        }
        watch();
        String desired = desired(found).orElse("");
        return VersionNumbers.parse(desired)
                .<VersionLookup>map(VersionLookup.Known::new)
                .orElseGet(() -> new VersionLookup.Missing("status.desired.version of ClusterVersion \"version\" is \""
                        + Shortened.of(MAX_SHOWN, desired) + "\""));
    }

    private static Optional<String> desired(GenericKubernetesResource clusterVersion) {
        Object desired = clusterVersion.get("status", "desired", "version");
        return desired instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private Resource<GenericKubernetesResource> resource() {
        return client.genericKubernetesResources(CLUSTER_VERSION).withName("version");
    }

    /** Starts the watch, unless it is already running. */
    private synchronized void watch() {
        boolean watched =
                informer != null && !informer.stopped().toCompletableFuture().isDone();
        if (!watched && !closed) {
            informer = resource().inform(new Changes());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (informer != null) {
            informer.close();
        }
    }

    private final class Changes implements ResourceEventHandler<GenericKubernetesResource> {

        @Override
        public void onAdd(GenericKubernetesResource added) {
            onChange.run();
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
            if (!Objects.equals(desired(before), desired(after))) {
                onChange.run();
            }
        }

        @Override
        public void onDelete(GenericKubernetesResource deleted, boolean finalStateUnknown) {
            onChange.run();
        }
    }
}
