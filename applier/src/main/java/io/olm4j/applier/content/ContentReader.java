package io.olm4j.applier.content;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.Labels;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.Content.NotImmutable;
import io.olm4j.applier.content.Content.Resolved;
import io.olm4j.applier.content.Content.Unknown;
import io.olm4j.applier.content.Content.Unreadable;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.json.CanonicalJson;
import io.olm4j.applier.json.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Reads the objects of a set, from its spec and from the Secrets it refers to, with the controller's own client. */
public final class ContentReader {

    /** Of one object, unpacked. */
    static final int MAX_OBJECT_BYTES = 10 * 1024 * 1024;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RestMapping SECRETS =
            new RestMapping(new GroupVersionKind("", "v1", "Secret"), "secrets", true);

    private final ObjectClient client;
    private final String systemNamespace;

    /** @param systemNamespace where Secrets are that a reference gives no namespace for */
    public ContentReader(ObjectClient client, String systemNamespace) {
        this.client = client;
        this.systemNamespace = systemNamespace;
    }

    private record SecretName(String namespace, String name) {

        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /** Reads all objects; every Secret once. */
    public Content read(ClusterObjectSet set) {
        Map<SecretName, Optional<ObjectNode>> secrets = new LinkedHashMap<>();
        try {
            for (Phase phase : set.getSpec().phases()) {
                for (PhaseObject object : phase.objects()) {
                    if (object.ref() != null) {
                        secrets.computeIfAbsent(
                                nameOf(object.ref()), n -> client.get(SECRETS, n.namespace(), n.name()));
                    }
                }
            }
        } catch (ApiException e) {
            return new Unknown("resolving phase objects: " + e.text());
        }
        List<String> mutable = secrets.entrySet().stream()
                .filter(e -> e.getValue().isPresent()
                        && !e.getValue().get().path("immutable").asBoolean())
                .map(e -> e.getKey().toString())
                .toList();
        if (!mutable.isEmpty()) {
            return new NotImmutable(mutable);
        }
        try {
            List<ResolvedPhase> phases = new ArrayList<>();
            for (Phase phase : set.getSpec().phases()) {
                phases.add(resolve(phase, set.getSpec(), secrets));
            }
            return new Resolved(
                    phases,
                    secrets.values().stream().flatMap(Optional::stream).allMatch(secret -> isOwned(secret, set)));
        } catch (IOException e) {
            return new Unreadable("resolving phase objects: " + e.getMessage());
        }
    }

    private static boolean isOwned(ObjectNode secret, ClusterObjectSet set) {
        JsonNode metadata = secret.path("metadata");
        if (!metadata.path("labels")
                .path(Labels.REVISION_NAME)
                .asText("")
                .equals(set.getMetadata().getName())) {
            return true;
        }
        for (JsonNode owner : metadata.path("ownerReferences")) {
            if (owner.path("uid").asText("").equals(set.getMetadata().getUid())) {
                return true;
            }
        }
        return false;
    }

    private SecretName nameOf(ObjectSourceRef ref) {
        return new SecretName(ref.namespace() == null ? systemNamespace : ref.namespace(), ref.name());
    }

    private ResolvedPhase resolve(Phase phase, ClusterObjectSetSpec spec, Map<SecretName, Optional<ObjectNode>> secrets)
            throws IOException {
        List<ResolvedObject> objects = new ArrayList<>();
        ObjectNode digested = JSON.createObjectNode().put("name", phase.name());
        for (PhaseObject object : phase.objects()) {
            ObjectNode tree = object.ref() != null
                    ? fromSecret(object.ref(), secrets)
                    : object.object() != null ? object.object() : JSON.createObjectNode();
            objects.add(new ResolvedObject(tree, protection(object, phase, spec)));
            digested.withArray("objects").add(tree);
        }
        String digest = "sha256:" + HexFormat.of().formatHex(Sha256.of(CanonicalJson.bytes(digested)));
        return new ResolvedPhase(phase.name(), digest, objects);
    }

    private static CollisionProtection protection(PhaseObject object, Phase phase, ClusterObjectSetSpec spec) {
        if (object.collisionProtection() != null) {
            return object.collisionProtection();
        }
        if (phase.collisionProtection() != null) {
            return phase.collisionProtection();
        }
        return spec.collisionProtection() == null ? CollisionProtection.PREVENT : spec.collisionProtection();
    }

    private ObjectNode fromSecret(ObjectSourceRef ref, Map<SecretName, Optional<ObjectNode>> secrets)
            throws IOException {
        SecretName name = nameOf(ref);
        ObjectNode secret = secrets.getOrDefault(name, Optional.empty())
                .orElseThrow(() -> new IOException("secret \"" + name + "\" not found"));
        JsonNode value = secret.path("data").path(ref.key());
        if (!value.isTextual()) {
            throw new IOException("key \"" + ref.key() + "\" not found in secret \"" + name + "\"");
        }
        String place = "key \"" + ref.key() + "\" of secret \"" + name + "\"";
        JsonNode tree;
        try {
            tree = JSON.readTree(unpacked(Base64.getDecoder().decode(value.asText()), place));
        } catch (JsonProcessingException _) {
            // What Jackson says of it quotes the content, which may be anybody's secret.
            throw new IOException(place + " is not JSON");
        }
        if (tree instanceof ObjectNode object) {
            return object;
        }
        throw new IOException(place + " does not hold an object");
    }

    private static byte[] unpacked(byte[] data, String place) throws IOException {
        boolean gzipped = data.length > 1 && data[0] == 0x1f && data[1] == (byte) 0x8b;
        if (!gzipped) {
            return data;
        }
        try (var in = new GZIPInputStream(new ByteArrayInputStream(data))) {
            byte[] unpacked = in.readNBytes(MAX_OBJECT_BYTES + 1);
            if (unpacked.length > MAX_OBJECT_BYTES) {
                throw new IOException(place + " is larger than " + MAX_OBJECT_BYTES + " bytes when unpacked");
            }
            return unpacked;
        }
    }
}
