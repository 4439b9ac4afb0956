package io.olm4j.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.cli.cluster.Manifests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An object of the manifests that this build carries.
 *
 * @param name of the object; its namespace is that of olm4j, if its kind has one
 */
record CarriedObject(String kind, String name) {

    private static final Set<String> BINDINGS = Set.of("ClusterRoleBinding", "RoleBinding");

    @Override
    public String toString() {
        return kind + " " + name;
    }

    /** The names of the objects of a kind. */
    static List<String> names(String kind) {
        return all().filter(object -> object.path("kind").asText().equals(kind))
                .map(object -> object.at("/metadata/name").asText())
                .toList();
    }

    /** What the controllers act with: their accounts, and the roles that are bound to these, with the bindings. */
    static List<CarriedObject> rights() {
        return all().flatMap(CarriedObject::rights).distinct().toList();
    }

    private static Stream<CarriedObject> rights(JsonNode object) {
        String kind = object.path("kind").asText();
        CarriedObject self = new CarriedObject(kind, object.at("/metadata/name").asText());
        if (BINDINGS.contains(kind)) {
            JsonNode role = object.path("roleRef");
            return Stream.of(
                    self,
                    new CarriedObject(
                            role.path("kind").asText(), role.path("name").asText()));
        }
        return kind.equals("ServiceAccount") ? Stream.of(self) : Stream.empty();
    }

    private static Stream<JsonNode> all() {
        var yaml = new YAMLMapper();
        return Manifests.all().stream().flatMap(text -> documents(yaml, text));
    }

    private static Stream<JsonNode> documents(YAMLMapper yaml, String text) {
        try (MappingIterator<JsonNode> documents =
                yaml.readerFor(JsonNode.class).readValues(text)) {
            return documents.readAll().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
