package io.olm4j.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads the YAML and JSON of a bundle. */
final class BundleYaml {
    private static final int MAX_CODE_POINTS = 16 << 20;
    private static final ObjectMapper YAML =
            new YAMLMapper(YAMLFactory.builder().loaderOptions(options()).build());

    private BundleYaml() {}

    /**
     * The documents of a text.
     *
     * @throws ManifestSyntaxException when it is no YAML
     */
    static List<JsonNode> documents(String text) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(text)) {
            return documents.readAll();
        } catch (IOException e) {
            throw new ManifestSyntaxException("it is no valid YAML: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /**
     * The only document of a text, null when it is empty.
     *
     * @throws ManifestSyntaxException when it is no YAML
     */
    static JsonNode document(String text) {
        List<JsonNode> documents = documents(text);
        return documents.isEmpty() ? YAML.nullNode() : documents.get(0);
    }

    private static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MAX_CODE_POINTS);
        return options;
    }
}
