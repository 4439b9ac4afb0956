package io.olm4j.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.cli.command.InputFile;
import io.olm4j.cli.command.OlmException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of a bundle, from a file that holds nothing else. */
public final class ConfigurationFile {
    private static final String WATCH_NAMESPACE = "watchNamespace";

    private ConfigurationFile() {}

    /**
     * Reads the configuration that the options {@code --config} and {@code --watch-namespace} describe.
     *
     * @param file the value of {@code --config}
     * @param watchNamespace the value of {@code --watch-namespace}, which is not put into the configuration
     * @throws IOException if the file cannot be read
     * @throws OlmException if it holds no configuration, or sets the namespace to watch too
     */
    public static Optional<ObjectNode> read(@Nullable Path file, @Nullable String watchNamespace) throws IOException {
        if (file == null) {
            return Optional.empty();
        }
        ObjectNode configuration = read(file);
        if (watchNamespace != null && configuration.has(WATCH_NAMESPACE)) {
            throw new OlmException("both --watch-namespace and " + file + " set the namespace to watch; leave one out");
        }
        return Optional.of(configuration);
    }

    /** A configuration that also sets the namespace to watch, if there is one. */
    public static Optional<ObjectNode> watching(Optional<ObjectNode> configuration, Optional<String> namespace) {
        if (namespace.isEmpty()) {
            return configuration;
        }
        ObjectNode all = configuration.map(ObjectNode::deepCopy).orElseGet(JsonNodeFactory.instance::objectNode);
        return Optional.of(all.put(WATCH_NAMESPACE, namespace.get()));
    }

    private static ObjectNode read(Path file) throws IOException {
        List<JsonNode> documents = InputFile.documents(file).stream()
                .filter(document -> !document.isNull())
                .toList();
        if (documents.size() == 1 && documents.getFirst() instanceof ObjectNode configuration) {
            return configuration;
        }
        throw new OlmException(file
                + (documents.size() > 1 ? " holds " + documents.size() + " documents" : " holds no configuration")
                + ": write one object with fields such as watchNamespace");
    }
}
