package io.olm4j.applier.helm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ListMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the Helm releases that the original has left in the system namespace. A release is an index Secret with the
 * first part of the data, and one Secret for each further part. The owner reference of the index Secret names the
 * extension by its UID; only a controller can write Secrets in that namespace.
 */
public final class HelmReleases {

    private static final String SELECTOR = "owner=operator-controller,type=index";
    private static final String INDEX_TYPE = "operatorframework.io/index.v1";
    private static final String PART_TYPE = "operatorframework.io/chunk.v1";
    private static final String PART = "chunk";
    private static final String FURTHER_PARTS = "extraChunks";
    private static final String DEPLOYED = "deployed";
    private static final int PAGE = 500;

    /** The original writes at most eleven. */
    private static final int MAX_PARTS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(HelmReleases.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final ObjectClient objects;
    private final String namespace;

    /** The releases by the UIDs of their extensions; null until they have been listed. */
    private @Nullable Map<String, List<Index>> known;

    /** @param systemNamespace the namespace of the releases */
    public HelmReleases(KubernetesClient client, String systemNamespace) {
        this.client = client;
        this.objects = ObjectClient.of(client);
        this.namespace = systemNamespace;
    }

    private record Index(String name, long version, String status, boolean isMigrated) {

        boolean isDeployed() {
            return status.equals(DEPLOYED);
        }

        /** Whether Helm was interrupted, or gave up. */
        boolean isUnfinished() {
            return status.equals("failed") || status.startsWith("pending-");
        }
    }

    /**
     * The release of an extension that was rolled out last, else the one that was begun last. The releases are listed
     * once: the original writes them only while it is the leader.
     *
     * @return empty if there is none, if a revision has taken its place, or if it does not say which bundle it holds
     * @throws ApiException if the API server cannot list them
     * @throws KubernetesClientException if it cannot return the Secrets of the release
     */
    public Optional<HelmRelease> of(ClusterExtension extension) {
        Optional<Index> newest = newest(extension.getMetadata().getUid());
        return newest.flatMap(index -> Optional.ofNullable(secret(index.name())))
                .flatMap(secret -> release(secret, newest.get().isDeployed()));
    }

    /**
     * Records on the index Secret that a revision has replaced the releases of an extension. {@link #of} does not find
     * them afterwards.
     *
     * @throws KubernetesClientException if the API server refuses that
     */
    public void migrated(ClusterExtension extension, String revision) {
        String uid = extension.getMetadata().getUid();
        newest(uid).ifPresent(index -> {
            note(index, revision);
            forget(uid);
        });
    }

    private void note(Index index, String revision) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(index.name())
                .endMetadata()
                .build();
        try {
            client.resource(secret)
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            Serialization.asJson(Map.of(
                                    "metadata", Map.of("annotations", Map.of(Annotations.MIGRATED_TO, revision)))));
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
        }
    }

    private synchronized void forget(String extensionUid) {
        known().remove(extensionUid);
    }

    private Optional<HelmRelease> release(Secret index, boolean isDeployed) {
        String name = index.getMetadata().getName();
        Optional<String> bundle = mark(index, Annotations.BUNDLE_NAME);
        Optional<String> version = mark(index, Annotations.BUNDLE_VERSION);
        if (bundle.isEmpty() || version.isEmpty()) {
            LOG.warn("The Helm release in Secret {}/{} does not name its bundle, and is ignored", namespace, name);
            return Optional.empty();
        }
        Optional<ReleaseContent> content = content(index);
        // Without its objects, the revision of a release that was not rolled out would have nothing to wait for.
        return content.isEmpty() && !isDeployed
                ? Optional.empty()
                : Optional.of(new HelmRelease(
                        name,
                        isDeployed,
                        bundle.get(),
                        version.get(),
                        mark(index, Annotations.BUNDLE_RELEASE),
                        mark(index, Annotations.BUNDLE_REFERENCE).orElse(""),
                        content.flatMap(ReleaseContent::olmProperties),
                        content.map(ReleaseContent::objects).orElse(List.of())));
    }

    private Optional<ReleaseContent> content(Secret index) {
        try {
            return Optional.of(ReleaseContent.read(stored(index)));
        } catch (IOException e) {
            LOG.warn(
                    "The objects of the Helm release in Secret {}/{} cannot be read: {}. Objects that only it"
                            + " has stay until the extension is deleted",
                    namespace,
                    index.getMetadata().getName(),
                    e.getMessage());
            return Optional.empty();
        }
    }

    /** A label of the release; the original writes it as an annotation if it cannot be the value of a label. */
    private static Optional<String> mark(Secret index, String key) {
        return Annotations.find(index, key)
                .or(() -> Optional.ofNullable(index.getMetadata().getLabels()).map(labels -> labels.get(key)));
    }

    private synchronized Optional<Index> newest(String extensionUid) {
        List<Index> all = known().getOrDefault(extensionUid, List.of());
        if (all.stream().anyMatch(Index::isMigrated)) {
            return Optional.empty();
        }
        Comparator<Index> byVersion = Comparator.comparingLong(Index::version);
        return all.stream()
                .filter(Index::isDeployed)
                .max(byVersion)
                .or(() -> all.stream().max(byVersion).filter(Index::isUnfinished));
    }

    private Map<String, List<Index>> known() {
        if (known == null) {
            Map<String, List<Index>> found = new HashMap<>();
            String path = "/api/v1/namespaces/%s/secrets?limit=%d&labelSelector=%s"
                    .formatted(namespace, PAGE, URLEncoder.encode(SELECTOR, StandardCharsets.UTF_8));
            String next = "";
            do {
                ListMeta page = objects.listMetadata(path + next, item -> note(item, found));
                next = page.getContinue() == null || page.getContinue().isEmpty()
                        ? ""
                        : "&continue=" + URLEncoder.encode(page.getContinue(), StandardCharsets.UTF_8);
            } while (!next.isEmpty());
            known = found;
        }
        return known;
    }

    private static void note(ObjectNode secret, Map<String, List<Index>> found) {
        JsonNode metadata = secret.path("metadata");
        JsonNode labels = metadata.path("labels");
        for (JsonNode owner : metadata.path("ownerReferences")) {
            if (owner.path("kind").asText("").equals(ClusterExtension.KIND)) {
                found.computeIfAbsent(owner.path("uid").asText(""), _ -> new ArrayList<>())
                        .add(new Index(
                                metadata.path("name").asText(""),
                                labels.path("version").asLong(),
                                labels.path("status").asText(""),
                                metadata.path("annotations").has(Annotations.MIGRATED_TO)));
            }
        }
    }

    private @Nullable Secret secret(String name) {
        return client.secrets().inNamespace(namespace).withName(name).get();
    }

    /** The parts of a release, one after the other. */
    private InputStream stored(Secret index) throws IOException {
        List<InputStream> parts = new ArrayList<>();
        parts.add(part(index, INDEX_TYPE));
        String[] further;
        try {
            further = JSON.readValue(data(index, FURTHER_PARTS), String[].class);
        } catch (JsonProcessingException e) {
            throw new IOException("\"" + FURTHER_PARTS + "\" is not a list of names", e);
        }
        if (further == null || further.length >= MAX_PARTS) {
            throw new IOException("it has more than " + MAX_PARTS + " parts");
        }
        for (String name : further) {
            Secret part = secret(name);
            if (part == null) {
                throw new IOException("its Secret " + name + " does not exist");
            }
            parts.add(part(part, PART_TYPE));
        }
        return new SequenceInputStream(Collections.enumeration(parts));
    }

    private static InputStream part(Secret secret, String type) throws IOException {
        if (!type.equals(secret.getType())) {
            throw new IOException("the type of Secret %s is %s instead of %s"
                    .formatted(secret.getMetadata().getName(), secret.getType(), type));
        }
        return new ByteArrayInputStream(data(secret, PART));
    }

    private static byte[] data(Secret secret, String key) throws IOException {
        String value = secret.getData() == null ? null : secret.getData().get(key);
        if (value == null) {
            throw new IOException(
                    "Secret %s has no \"%s\"".formatted(secret.getMetadata().getName(), key));
        }
        return Base64.getDecoder().decode(value);
    }
}
