package io.olm4j.catalogd.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.files.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * The small file beside the content of a catalog that names the current content. Replacing the file publishes new
 * content.
 *
 * <p>It contains its format version, so that content of another version is stored again instead of misread.
 */
final class StoreRecord {

    static final String FILE = "current.json";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FORMAT = 3;

    private StoreRecord() {}

    /** The content that the directory of a catalog holds; empty if there is no complete content. */
    static Optional<StoredContent> read(Path directory) {
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(directory.resolve(FILE)));
            String hash = root.path("hash").asText();
            if (root.path("format").asInt() != FORMAT) {
                return Optional.empty();
            }
            ContentFile lines =
                    new ContentFile(lines(directory, hash), root.path("length").asLong());
            ContentFile gzip = new ContentFile(
                    gzip(directory, hash), root.path("gzipLength").asLong());
            MetaIndex index = IndexFile.read(index(directory, hash));
            if (!isWhole(lines) || !isWhole(gzip) || index.contentLength() != lines.length()) {
                return Optional.empty();
            }
            return Optional.of(new StoredContent(
                    String.valueOf(directory.getFileName()),
                    root.path("resolvedRef").asText(),
                    hash,
                    Instant.parse(root.path("lastModified").asText()),
                    lines,
                    gzip,
                    index));
        } catch (IOException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Makes this the current content of its directory, in one step that survives a crash. */
    static void publish(Path directory, StoredContent content) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.put("format", FORMAT);
        root.put("resolvedRef", content.resolvedRef());
        root.put("hash", content.hash());
        root.put("length", content.lines().length());
        root.put("gzipLength", content.gzip().length());
        root.put("lastModified", content.lastModified().toString());
        AtomicFile.write(directory.resolve(FILE), JSON.writeValueAsBytes(root));
    }

    static Path lines(Path directory, String hash) {
        return directory.resolve(hash + ".jsonl");
    }

    static Path gzip(Path directory, String hash) {
        return directory.resolve(hash + ".jsonl.gz");
    }

    static Path index(Path directory, String hash) {
        return directory.resolve(hash + ".index");
    }

    private static boolean isWhole(ContentFile file) throws IOException {
        return Files.size(file.path()) == file.length();
    }
}
