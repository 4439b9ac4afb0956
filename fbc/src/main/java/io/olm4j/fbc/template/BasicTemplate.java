package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.Schemas;
import io.olm4j.versionranges.Quoted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A template that is a catalog in which every bundle is given only by its image.
 *
 * @param template the object of the template file
 * @param images renders the bundles
 */
record BasicTemplate(Meta template, TemplateImages images) {
    static final String SCHEMA = "olm.template.basic";
    private static final Set<String> BUNDLE_FIELDS = Set.of("schema", "image", "name");

    List<Meta> render() throws IOException {
        List<Meta> objects = new ArrayList<>();
        Map<String, String> entryOfImage = new HashMap<>();
        for (var entry : entries()) {
            var path = "entries[" + objects.size() + "]";
            var object = object(entry, path);
            if (!object.schema().equals(Schemas.BUNDLE)) {
                objects.add(object);
                continue;
            }
            var image = image(object, path);
            var first = entryOfImage.putIfAbsent(image, path);
            if (first != null) {
                throw problem(
                        path, "the bundle image " + Quoted.of(image) + " is already in " + first + "; remove one");
            }
            var bundle = images.render(image);
            if (!object.name().isEmpty() && !object.name().equals(bundle.name())) {
                throw problem(
                        path,
                        "the bundle is named " + Quoted.of(object.name()) + ", but " + Quoted.of(bundle.name())
                                + " in its image " + Quoted.of(image) + "; remove the name");
            }
            objects.add(bundle.meta());
        }
        return objects;
    }

    private Iterable<JsonNode> entries() {
        var entries = template.fields().value("entries");
        if (entries.isPresent() && !entries.get().isArray()) {
            throw new TextSyntaxException(
                    template.location(), "entries must be a list, not " + JsonKinds.describe(entries.get()));
        }
        return entries.<Iterable<JsonNode>>map(list -> list).orElse(List.of());
    }

    private Meta object(JsonNode entry, String path) {
        if (!(entry instanceof ObjectNode blob)) {
            throw problem(path, "an entry must be an object, not " + JsonKinds.describe(entry));
        }
        Meta meta;
        try {
            meta = Meta.of(blob, template.location());
        } catch (TextSyntaxException e) {
            throw problem(path, e.problem());
        }
        if (meta.schema().isEmpty()) {
            throw problem(path, "the entry has no schema");
        }
        return meta;
    }

    private String image(Meta bundle, String path) {
        for (var field : bundle.blob().properties()) {
            if (!BUNDLE_FIELDS.contains(field.getKey().toLowerCase(Locale.ROOT)) && !isEmpty(field.getValue())) {
                throw problem(
                        path,
                        "unexpected fields present in basic template bundle: it has " + Quoted.of(field.getKey())
                                + "; leave only schema and image");
            }
        }
        var image = Fields.of(bundle.blob(), template.location(), path).text("image");
        if (image.isEmpty()) {
            throw problem(path, "the bundle has no image");
        }
        return image;
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isNull()
                || (value.isTextual() ? value.textValue().isEmpty() : value.isContainerNode() && value.isEmpty());
    }

    private TextSyntaxException problem(String path, String what) {
        Location location = template.location();
        return new TextSyntaxException(location, path + ": " + what);
    }
}
