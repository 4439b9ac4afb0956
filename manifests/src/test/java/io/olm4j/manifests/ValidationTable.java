package io.olm4j.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What the API server takes and what it refuses of one kind: a file of {@code src/test/resources/validation}. */
record ValidationTable(List<ValidationCase> valid, List<ValidationCase> invalid) {

    static ValidationTable of(String kind) {
        JsonNode table = read(kind);
        return new ValidationTable(cases(table, "valid"), cases(table, "invalid"));
    }

    /** The values of {@code spec.source.catalog.version} that a ClusterExtension may have, and some that it may not. */
    static ValidationTable ofVersionExpressions() {
        JsonNode base = read("clusterextension").path("base");
        JsonNode table = read("version-expressions");
        return new ValidationTable(
                elements(table, "accepted")
                        .map(version -> ValidationCase.of(base, versionLine(version.asText())))
                        .toList(),
                elements(table, "rejected")
                        .map(version -> ValidationCase.of(base, rejectedVersionLine(version.asText())))
                        .toList());
    }

    private static ObjectNode versionLine(String version) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("case", '"' + version + '"');
        line.withObject("/patch/spec/source/catalog").put("version", version);
        line.withObject("/becomes/spec/source/catalog").put("version", version);
        return line;
    }

    private static ObjectNode rejectedVersionLine(String version) {
        ObjectNode line = versionLine(version);
        line.withArray("messages")
                .add("spec.source.catalog.version: Invalid value: \"%s\": invalid version expression"
                        .formatted(version));
        return line;
    }

    private static List<ValidationCase> cases(JsonNode table, String name) {
        return elements(table, name)
                .map(line -> ValidationCase.of(table.path("base"), line))
                .toList();
    }

    private static Stream<JsonNode> elements(JsonNode table, String name) {
        return StreamSupport.stream(table.path(name).spliterator(), false);
    }

    private static JsonNode read(String name) {
        return Yaml.read("/validation/" + name + ".yaml");
    }
}
