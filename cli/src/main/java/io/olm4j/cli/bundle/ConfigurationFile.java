package io.olm4j.cli.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.cli.OlmException;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the configuration of a bundle from a file that holds nothing else. */
final class ConfigurationFile {
    /** What fits into a ClusterExtension, many times over. */
    private static final ReaderLimits LIMITS = new ReaderLimits(16 << 20);

    private ConfigurationFile() {}

    static ObjectNode read(Path file) throws IOException {
        List<Document> documents = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            new DocumentReader(LIMITS, Numbers.INT64).read(in, file.toString(), document -> {
                if (!document.tree().isNull()) {
                    documents.add(document);
                }
            });
        } catch (TextSyntaxException e) {
            throw new OlmException(e.getMessage(), e);
        }
        if (documents.size() == 1 && documents.getFirst().tree() instanceof ObjectNode configuration) {
            return configuration;
        }
        throw new OlmException(file + " holds no configuration: write one object with fields such as watchNamespace");
    }
}
