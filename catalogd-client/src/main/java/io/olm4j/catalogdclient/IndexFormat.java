package io.olm4j.catalogdclient;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.fbc.property.ApiKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The index file: a line with the hash of the rest, then JSON. Files of this version that an earlier olm4j wrote have
 * no UID; an earlier olm4j ignores the UID.
 */
final class IndexFormat {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int VERSION = 2;
    private static final int HASH_LENGTH = 64;

    private IndexFormat() {}

    static byte[] encode(StoredCatalog catalog) {
        ObjectNode root = JSON.createObjectNode();
        root.put("version", VERSION);
        root.put("uid", catalog.source().uid());
        root.put("url", catalog.source().url());
        root.put("resolvedRef", catalog.source().resolvedRef());
        root.put("etag", catalog.source().etag());
        root.put("lastModified", catalog.source().lastModified());
        root.put("metasHash", catalog.metasHash());
        root.put("metasLength", catalog.metasLength());
        ObjectNode packages = root.putObject("packages");
        new TreeMap<>(catalog.packages()).forEach((name, entry) -> {
            ObjectNode node = packages.putObject(name);
            node.put("hash", entry.contentHash());
            ArrayNode ranges = node.putArray("ranges");
            for (ByteRange range : entry.ranges()) {
                ranges.addArray().add(range.offset()).add(range.length());
            }
            ArrayNode apis = node.putArray("apis");
            for (ApiKind api : entry.apis()) {
                apis.addArray().add(api.group()).add(api.version()).add(api.kind());
            }
        });
        byte[] body = root.toString().getBytes(StandardCharsets.UTF_8);
        return (hash(body) + "\n" + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IOException if the file is not a complete file that {@link #encode} wrote */
    static StoredCatalog decode(byte[] file) throws IOException {
        String text = new String(file, StandardCharsets.UTF_8);
        if (text.length() < HASH_LENGTH + 1) {
            throw new IOException("the index is too short");
        }
        String body = text.substring(HASH_LENGTH + 1);
        if (!text.startsWith(hash(body.getBytes(StandardCharsets.UTF_8)) + "\n")) {
            throw new IOException("the index does not match its hash");
        }
        JsonNode root = JSON.readTree(body);
        if (root.path("version").asInt() != VERSION) {
            throw new IOException("the index has another version");
        }
        try {
            return catalog(root);
        } catch (IllegalArgumentException e) {
            throw new IOException("the index has an impossible range", e);
        }
    }

    private static StoredCatalog catalog(JsonNode root) {
        Map<String, PackageEntry> packages = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : root.path("packages").properties()) {
            List<ByteRange> ranges = new ArrayList<>();
            for (JsonNode range : entry.getValue().path("ranges")) {
                ranges.add(new ByteRange(range.path(0).asLong(), range.path(1).asLong()));
            }
            Set<ApiKind> apis = new HashSet<>();
            for (JsonNode api : entry.getValue().path("apis")) {
                apis.add(new ApiKind(
                        api.path(0).asText(), api.path(1).asText(), api.path(2).asText()));
            }
            packages.put(
                    entry.getKey(),
                    new PackageEntry(entry.getValue().path("hash").asText(), ranges, apis));
        }
        return new StoredCatalog(
                new StoredCatalog.Source(
                        root.path("uid").asText(),
                        root.path("url").asText(),
                        root.path("resolvedRef").asText(),
                        root.path("etag").asText(),
                        root.path("lastModified").asText()),
                root.path("metasHash").asText(),
                root.path("metasLength").asLong(),
                packages);
    }

    private static String hash(byte[] body) {
        MessageDigest digest = ContentHash.sha256();
        digest.update(body);
        return ContentHash.hex(digest);
    }
}
