package io.olm4j.cli.output;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.olm4j.codec.documents.DocumentWriter;
import io.olm4j.upgradeedges.Dropped;
import java.io.IOException;
import java.time.Instant;

/** Writes results for machines: what is empty is left out, points in time are in ISO 8601. */
final class Documents {

    private static final Module TIMES = new SimpleModule().addSerializer(Instant.class, new ToStringSerializer());

    private static final JsonMapper JSON = brief(JsonMapper.builder()
            .addModule(TIMES)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build());
    private static final YAMLMapper YAML = brief(YAMLMapper.builder(
                    YAMLFactory.builder().stringQuotingChecker(new Quoting()).build())
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .addModule(TIMES)
            .build());

    /** Also quotes what readers of YAML 1.1 take for another type. */
    private static final class Quoting extends StringQuotingChecker.Default {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean needToQuoteName(String name) {
            return super.needToQuoteName(name) || isAmbiguous(name);
        }

        @Override
        public boolean needToQuoteValue(String value) {
            return super.needToQuoteValue(value) || isAmbiguous(value);
        }

        private static boolean isAmbiguous(String text) {
            String written = DocumentWriter.yaml(TextNode.valueOf(text));
            return written.startsWith("\"") || written.startsWith("'");
        }
    }

    /** The fields of a dropped candidate: its name and version, and the reason as text. */
    @JsonPropertyOrder({"catalog", "bundle", "version", "rule", "why"})
    @JsonIgnoreProperties({"candidate", "reason"})
    private interface DroppedFields {

        @JsonProperty
        String bundle();

        @JsonProperty
        String version();

        @JsonProperty
        String why();
    }

    private Documents() {}

    private static <M extends ObjectMapper> M brief(M mapper) {
        mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_EMPTY);
        mapper.registerModule(new Jdk8Module());
        mapper.addMixIn(Dropped.class, DroppedFields.class);
        return mapper;
    }

    /** The text of a value, with a line feed at its end. */
    static String text(OutputFormat format, Object value) throws IOException {
        String text = switch (format) {
            case YAML -> YAML.writeValueAsString(value);
            case JSON -> JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value);
            case JSONL -> JSON.writeValueAsString(value);
        };
        return text.endsWith("\n") ? text : text + "\n";
    }

    /** The same as a tree. */
    static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }
}
