package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.text.Location;

/**
 * A document of a JSON or YAML stream.
 *
 * @param tree its content; a JSON null if a YAML document has no content. Callers must not change it
 * @param location where it starts
 */
public record Document(JsonNode tree, Location location) {}
