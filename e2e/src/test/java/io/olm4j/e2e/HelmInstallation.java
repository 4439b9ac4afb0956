package io.olm4j.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import io.olm4j.testsupport.Gzip;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Brings a cluster into the state in which the original leaves it after it has installed a bundle by Helm. */
final class HelmInstallation {

    static final String OWNER = "operator-controller";
    private static final String SYSTEM_NAMESPACE = "olmv1-system";

    /** So small that a release has several parts. */
    private static final int PART = 1000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final ClusterExtension extension;
    private final String bundleName;
    private final String version;

    private HelmInstallation(KubernetesClient client, ClusterExtension extension, String bundleName, String version) {
        this.client = client;
        this.extension = extension;
        this.bundleName = bundleName;
        this.version = version;
    }

    /**
     * Makes the state, while no controller runs.
     *
     * @param extension exists already
     * @param objects what the bundle renders to
     */
    static HelmInstallation make(
            KubernetesClient client, String extension, String bundleName, String version, List<ObjectNode> objects) {
        var installation = new HelmInstallation(
                client,
                client.resources(ClusterExtension.class).withName(extension).require(),
                bundleName,
                version);
        List<ObjectNode> applied = objects.stream().map(installation::asApplied).toList();
        applied.forEach(installation::create);
        installation.store(applied);
        installation.report();
        return installation;
    }

    String indexSecret() {
        return extension.getMetadata().getName() + ".v1";
    }

    /** The Secret with the second part of the release, and so on. */
    String furtherSecret(int number) {
        return indexSecret() + "-" + extension.getMetadata().getUid() + "-" + number;
    }

    /** The original makes the extension the controller of each object, and gives each object the labels of it. */
    private ObjectNode asApplied(ObjectNode object) {
        ObjectNode applied = object.deepCopy();
        ObjectNode metadata = applied.withObjectProperty("metadata");
        metadata.withObjectProperty("labels")
                .put(Labels.OWNER_KIND, ClusterExtension.KIND)
                .put(Labels.OWNER_NAME, extension.getMetadata().getName());
        metadata.withArrayProperty("ownerReferences").add(JSON.valueToTree(owner()));
        return applied;
    }

    private OwnerReference owner() {
        return new OwnerReferenceBuilder()
                .withApiVersion(extension.getApiVersion())
                .withKind(ClusterExtension.KIND)
                .withName(extension.getMetadata().getName())
                .withUid(extension.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    private void create(ObjectNode object) {
        HasMetadata resource = Serialization.unmarshal(object.toString(), GenericKubernetesResource.class);
        var _ = client.resource(resource).create();
    }

    private void store(List<ObjectNode> applied) {
        byte[] release = release(applied);
        List<byte[]> parts = new ArrayList<>();
        for (int start = 0; start < release.length; start += PART) {
            parts.add(Arrays.copyOfRange(release, start, Math.min(start + PART, release.length)));
        }
        List<Secret> further = new ArrayList<>();
        for (int i = 1; i < parts.size(); i++) {
            further.add(secret(furtherSecret(i), "chunk", Map.of("key", indexSecret()), Map.of(), i, parts));
        }
        Secret index = secret(
                indexSecret(),
                "index",
                Map.of(
                        "name",
                        extension.getMetadata().getName(),
                        "status",
                        "deployed",
                        "version",
                        "1",
                        Annotations.BUNDLE_NAME,
                        bundleName,
                        Annotations.PACKAGE_NAME,
                        Objects.requireNonNull(extension.getSpec().source().catalog())
                                .packageName(),
                        Annotations.BUNDLE_VERSION,
                        version),
                // No label can have this value.
                Map.of(Annotations.BUNDLE_REFERENCE, "registry.example.com/bundle@sha256:" + "0".repeat(64)),
                0,
                parts);
        index.getMetadata().setOwnerReferences(List.of(owner()));
        index.getData()
                .put(
                        "extraChunks",
                        base64(further.stream()
                                .map(secret -> '"' + secret.getMetadata().getName() + '"')
                                .collect(Collectors.joining(",", "[", "]"))
                                .getBytes(StandardCharsets.UTF_8)));
        String uid = client.resource(index).create().getMetadata().getUid();
        for (Secret secret : further) {
            secret.getMetadata()
                    .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                            .withApiVersion("v1")
                            .withKind("Secret")
                            .withName(indexSecret())
                            .withUid(uid)
                            .withController(true)
                            .build()));
            var _ = client.resource(secret).create();
        }
    }

    private static Secret secret(
            String name,
            String type,
            Map<String, String> labels,
            Map<String, String> annotations,
            int number,
            List<byte[]> parts) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(SYSTEM_NAMESPACE)
                .withName(name)
                .withLabels(labels)
                .addToLabels("owner", OWNER)
                .addToLabels("type", type)
                .withAnnotations(annotations)
                .endMetadata()
                .withType("operatorframework.io/" + type + ".v1")
                .addToData("chunk", base64(parts.get(number)))
                .build();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** A release as Helm stores it, with the chart in front of the manifest. */
    private byte[] release(List<ObjectNode> applied) {
        StringBuilder manifest = new StringBuilder();
        applied.forEach(object -> manifest.append("---\n# Source: bundle/templates/object.json\n")
                .append(object)
                .append('\n'));
        ObjectNode release = JSON.createObjectNode();
        release.put("name", extension.getMetadata().getName());
        release.putObject("info").put("status", "deployed").put("description", "Install complete");
        ObjectNode chart = release.putObject("chart");
        chart.putObject("metadata")
                .put("name", "bundle")
                .putObject("annotations")
                .put(Annotations.OLM_PROPERTIES, "[{\"type\":\"olm.maxOpenShiftVersion\",\"value\":\"4.19\"}]");
        chart.putArray("templates").addObject().put("name", "object.json").put("data", "e30=");
        release.put("manifest", manifest.toString());
        release.put("version", 1);
        release.put("namespace", extension.getSpec().namespace());
        return Gzip.of(release.toString());
    }

    /** Sets both finalizers and the status. */
    private void report() {
        String name = extension.getMetadata().getName();
        var extensions = client.resources(ClusterExtension.class).withName(name);
        var _ = extensions.patch(
                PatchContext.of(PatchType.JSON_MERGE),
                "{\"metadata\":{\"finalizers\":[\"%s\",\"%s\"]}}"
                        .formatted(Finalizers.CLUSTER_EXTENSION, Finalizers.CONTENT_MANAGER));
        var _ = extensions
                .subresource("status")
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.JSON_MERGE)
                                .withFieldManager(OWNER)
                                .build(),
                        """
                        {"status":{"install":{"bundle":{"name":"%s","version":"%s"}},"conditions":[{"type":"Installed",
                        "status":"True","reason":"Succeeded","observedGeneration":1,
                        "lastTransitionTime":"2026-01-01T00:00:00Z",
                        "message":"Installed bundle registry.example.com/bundle:v1 successfully"}]}}
                        """.formatted(bundleName, version));
    }
}
