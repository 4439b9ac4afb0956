package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.text.Location;

/**
 * A document of a JSON or YAML stream.
 *
 * @param tree its content, null in JSON's sense where a YAML document has none; not to be changed
 * @param location where it starts
 */
public record Document(JsonNode tree, Location location) {}
