package io.olm4j.applier.content;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.SecretAccess.SecretName;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.Content.UnmarkedSecret;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.files.GzipInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/** The Secrets that a set refers to. Each is read once, and their unpacked content is limited to fit the heap. */
final class ReferencedSecrets {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RestMapping SECRETS =
            new RestMapping(new GroupVersionKind("", "v1", "Secret"), "secrets", true);

    /** Each takes up to 100 bytes as a tree. Of 81 real bundles, the one with the most has 70,000. */
    private static final int MAX_VALUES = 500_000;

    /** As parsed content takes about five times its bytes. */
    private static final long BYTES_OF_VALUE = 20;

    private static final int BUFFER = 4 << 10;

    private final ObjectClient client;
    private final CreatedSecrets created;
    private final PackedSecrets own;
    private final boolean recorded;
    private final Map<SecretName, Optional<ObjectNode>> secrets = new LinkedHashMap<>();
    private final LongConsumer needs;
    private long read;
    private long unpacked;
    private long values;
    private boolean fixed = true;

    /**
     * @param created Secrets that need not be read, because they have just been created for a set
     * @param recorded whether the set records the digests of its content
     * @param needs receives the number of bytes read so far each time it grows; may block until there is memory for
     *     them
     */
    ReferencedSecrets(
            ObjectClient client, CreatedSecrets created, PackedSecrets own, boolean recorded, LongConsumer needs) {
        this.client = client;
        this.created = created;
        this.own = own;
        this.recorded = recorded;
        this.needs = needs;
    }

    /**
     * Reads the Secrets that olm4j made for the set, and notes which of them are lost; returns the names of the others.
     *
     * @throws io.olm4j.applier.cluster.ApiException if the API server gives no usable answer
     * @throws IOException if all Secrets together are too large
     */
    Set<SecretName> readOwn(Set<SecretName> names) throws IOException {
        Set<SecretName> others = new LinkedHashSet<>();
        for (SecretName name : names) {
            Optional<ObjectNode> secret =
                    own.isPossible(name) ? created.take(name).or(() -> fetch(name)) : Optional.empty();
            if (secret.isPresent() ? own.isOne(name, secret.get()) : own.isNamedForIt(name)) {
                keep(name, secret);
            } else {
                others.add(name);
            }
        }
        return others;
    }

    /**
     * Reads Secrets.
     *
     * @throws io.olm4j.applier.cluster.ApiException if the API server gives no usable answer
     * @throws IOException if all Secrets together are too large
     */
    void read(Set<SecretName> names) throws IOException {
        for (SecretName name : names) {
            keep(name, fetch(name));
        }
    }

    private Optional<ObjectNode> fetch(SecretName name) {
        return client.get(SECRETS, name.namespace(), name.name());
    }

    /** Keeps a Secret as the API server returned it. */
    void keep(SecretName name, Optional<ObjectNode> secret) throws IOException {
        secrets.put(name, secret);
        for (JsonNode value : secret.map(there -> there.path("data")).orElseGet(JSON::createObjectNode)) {
            read += value.asText().length();
        }
        if (read > ContentReader.MAX_BYTES) {
            throw new IOException("the Secrets of the set hold more than " + ContentReader.MAX_BYTES + " bytes");
        }
        needs.accept(read);
    }

    /** The Secrets that are not immutable and may therefore change, as {@code namespace/name}. */
    List<String> mutable() {
        return secrets.entrySet().stream()
                .filter(secret -> secret.getValue()
                        .filter(there -> !there.path("immutable").asBoolean())
                        .isPresent())
                .map(secret -> secret.getKey().toString())
                .toList();
    }

    /** The Secrets that were made for the set and do not carry its UID. */
    List<UnmarkedSecret> unmarked() {
        return secrets.entrySet().stream()
                .flatMap(secret -> secret.getValue().filter(there -> own.isOne(secret.getKey(), there)).stream())
                .filter(secret -> !own.isMarked(secret))
                .map(LiveObject::new)
                .map(secret -> new UnmarkedSecret(secret.name(), secret.uid()))
                .toList();
    }

    /**
     * The object under a key of a Secret that was {@linkplain #read read}.
     *
     * @throws IOException if there is no object; the message does not quote the content
     */
    ObjectNode object(SecretName name, String key) throws IOException {
        ObjectNode secret = secrets.getOrDefault(name, Optional.empty())
                .orElseThrow(() -> new IOException("secret \"" + name + "\" not found"));
        JsonNode value = secret.path("data").path(key);
        if (!value.isTextual()) {
            throw new IOException("key \"" + key + "\" not found in secret \"" + name + "\"");
        }
        String place = "key \"" + key + "\" of secret \"" + name + "\"";
        byte[] data = unpacked(Base64.getDecoder().decode(value.asText()), place);
        unpacked += data.length;
        if (unpacked > ContentReader.MAX_BYTES) {
            throw new IOException(
                    "the objects of the set are larger than " + ContentReader.MAX_BYTES + " bytes when unpacked");
        }
        values += ValueCount.atMost(data);
        if (values > MAX_VALUES) {
            throw new IOException("the objects of the set have more than " + MAX_VALUES + " lists, objects and values");
        }
        needs.accept(heldBytes());
        fixed &= isFixed(name, secret, key, data, place);
        try {
            if (JSON.readTree(data) instanceof ObjectNode object) {
                if (hasInfiniteNumber(object)) {
                    throw new IOException(place + " has a number that is too large for the API server");
                }
                return object;
            }
        } catch (JsonProcessingException _) {
            // Jackson's message quotes the content, which may be secret.
            throw new IOException(place + " is not JSON");
        }
        throw new IOException(place + " does not hold an object");
    }

    /** Whether a number such as 1e400 was read as infinite; the API server would refuse it. */
    private static boolean hasInfiniteNumber(JsonNode tree) {
        boolean infinite = tree.isDouble() && Double.isInfinite(tree.doubleValue());
        for (JsonNode child : tree) {
            infinite |= hasInfiniteNumber(child);
        }
        return infinite;
    }

    /**
     * Whether a Secret was made for the set and the key is the digest of the object. False if the set records digests,
     * because these are checked instead.
     */
    private boolean isFixed(SecretName name, ObjectNode secret, String key, byte[] data, String place)
            throws IOException {
        if (recorded || !PackedSecrets.isDigest(key) || !own.isOne(name, secret)) {
            return false;
        }
        if (!PackedSecrets.keyOf(data).equals(key)) {
            throw new IOException(place + " holds another object than the one whose digest is the key;"
                    + " the Secret may have been deleted and recreated with different content");
        }
        return true;
    }

    /** Whether each object that was read is named by its digest. */
    boolean areFixed() {
        return fixed;
    }

    /** The bytes of the unpacked objects, or more if their many small values need more memory. */
    long heldBytes() {
        return Math.max(unpacked, values * BYTES_OF_VALUE);
    }

    private static byte[] unpacked(byte[] data, String place) throws IOException {
        boolean gzipped = data.length > 1 && data[0] == 0x1f && data[1] == (byte) 0x8b;
        if (!gzipped) {
            return data;
        }
        byte[] unpacked;
        try (var in = new GzipInput(new ByteArrayInputStream(data), BUFFER)) {
            unpacked = in.readNBytes(ContentReader.MAX_OBJECT_BYTES + 1);
        } catch (IOException _) {
            throw new IOException(place + " is not whole gzip");
        }
        if (unpacked.length > ContentReader.MAX_OBJECT_BYTES) {
            throw new IOException(place + " is larger than " + ContentReader.MAX_OBJECT_BYTES + " bytes when unpacked");
        }
        return unpacked;
    }
}
