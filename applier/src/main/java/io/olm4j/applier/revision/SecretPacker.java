package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.Labels;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.content.PackedSecrets;
import io.olm4j.applier.json.Sha256;
import io.olm4j.codec.json.SortedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/**
 * Packs the objects of a revision into immutable Secrets and refers to them from the phases.
 *
 * <p>Keys and names are derived from the content, as in operator-controller. The same objects give the same Secrets, so
 * two revisions can be compared by their references. Large objects, which are mostly CustomResourceDefinitions, are
 * compressed: the API server needs a third of a second to write some megabytes, and keeps those of several revisions.
 * Keys and names do not depend on the compression, which may differ between versions of Java.
 */
final class SecretPacker {

    /** The limit in bytes for one object as stored, and for all objects of one Secret; Kubernetes permits 1 MiB. */
    static final int MAX_DATA = 900 * 1024;

    /** A larger object is compressed; operator-controller compresses those of more than {@link #MAX_DATA}. */
    static final int MAX_PLAIN = 16 * 1024;

    private final String revisionName;
    private final String namespace;
    private final Map<String, String> labels;
    private final List<Secret> secrets = new ArrayList<>();
    private final Map<String, Value> pending = new TreeMap<>();
    private final List<PendingRef> pendingRefs = new ArrayList<>();
    private int pendingSize;

    /** The result of packing. */
    sealed interface Packing permits Packed, TooLarge {}

    record Packed(List<Phase> phases, List<Secret> secrets) implements Packing {}

    record TooLarge(String message) implements Packing {}

    private record PendingRef(String key, List<PhaseObject> phase) {}

    /** An object as JSON, and as it is stored. */
    private static final class Value {
        private final byte[] json;
        private final byte[] stored;

        Value(byte[] json) {
            this.json = json;
            this.stored = json.length > MAX_PLAIN ? gzip(json) : json;
        }
    }

    private SecretPacker(String revisionName, String extensionName, String namespace) {
        this.revisionName = revisionName;
        this.namespace = namespace;
        this.labels = Map.of(
                Labels.REVISION_NAME, Labels.value(revisionName), Labels.OWNER_NAME, Labels.value(extensionName));
    }

    /** @param namespace the namespace of the Secrets */
    static Packing pack(String revisionName, String extensionName, String namespace, List<ObjectPhase> phases) {
        return new SecretPacker(revisionName, extensionName, namespace).pack(phases);
    }

    private Packing pack(List<ObjectPhase> phases) {
        List<List<PhaseObject>> refs = new ArrayList<>();
        long unpacked = 0;
        for (int i = 0; i < phases.size(); i++) {
            List<ObjectNode> objects = phases.get(i).objects();
            refs.add(new ArrayList<>());
            for (int j = 0; j < objects.size(); j++) {
                byte[] json = SortedJson.bytes(objects.get(j));
                unpacked += json.length;
                if (json.length > ContentReader.MAX_OBJECT_BYTES || unpacked > ContentReader.MAX_BYTES) {
                    return new TooLarge(
                            ("object in phase %d index %d: objects have at most %d bytes, and %d bytes together;"
                                            + " the object is %s")
                                    .formatted(
                                            i,
                                            j,
                                            ContentReader.MAX_OBJECT_BYTES,
                                            ContentReader.MAX_BYTES,
                                            ObjectRef.of(objects.get(j))));
                }
                Value value = new Value(json);
                if (value.stored.length > MAX_DATA) {
                    return new TooLarge(
                            ("object in phase %d index %d exceeds maximum Secret data size (%d bytes > %d bytes)"
                                            + " even after compression; the object is %s")
                                    .formatted(i, j, value.stored.length, MAX_DATA, ObjectRef.of(objects.get(j))));
                }
                add(value, refs.get(i));
            }
        }
        flush();
        List<Phase> result = new ArrayList<>();
        for (int i = 0; i < phases.size(); i++) {
            result.add(new Phase(phases.get(i).name(), refs.get(i), null));
        }
        return new Packed(result, List.copyOf(secrets));
    }

    private void add(Value value, List<PhaseObject> phase) {
        if (pendingSize + value.stored.length > MAX_DATA) {
            flush();
        }
        String key = PackedSecrets.keyOf(value.json);
        if (pending.put(key, value) == null) {
            pendingSize += value.stored.length;
        }
        pendingRefs.add(new PendingRef(key, phase));
    }

    private void flush() {
        if (pending.isEmpty()) {
            return;
        }
        MessageDigest digest = Sha256.digest();
        Map<String, String> encoded = new TreeMap<>();
        pending.forEach((key, value) -> {
            digest.update(key.getBytes(StandardCharsets.UTF_8));
            digest.update(value.json);
            encoded.put(key, Base64.getEncoder().encodeToString(value.stored));
        });
        String name = PackedSecrets.nameOf(revisionName, digest.digest());
        secrets.add(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .withLabels(labels)
                .endMetadata()
                .withType(PackedSecrets.TYPE)
                .withImmutable(true)
                .withData(encoded)
                .build());
        for (PendingRef ref : pendingRefs) {
            ref.phase().add(new PhaseObject(null, new ObjectSourceRef(name, namespace, ref.key()), null));
        }
        pending.clear();
        pendingRefs.clear();
        pendingSize = 0;
    }

    private static byte[] gzip(byte[] data) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
