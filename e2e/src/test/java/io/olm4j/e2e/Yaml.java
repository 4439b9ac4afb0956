package io.olm4j.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads YAML in tests. */
final class Yaml {

    private static final ObjectMapper MAPPER =
            new ObjectMapper(YAMLFactory.builder().loaderOptions(unlimited()).build());

    private Yaml() {}

    static List<JsonNode> documents(String yaml) throws IOException {
        return MAPPER.readerFor(JsonNode.class).<JsonNode>readValues(yaml).readAll();
    }

    private static LoaderOptions unlimited() {
        var options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        return options;
    }
}
