package io.olm4j.fbc.validation;

import static java.util.Map.entry;

import io.olm4j.fbc.property.PropertyTypes;
import java.util.Map;

/** The shapes of the property types that opm decodes; properties of other types may have any value. */
final class PropertyShapes {
    private static final Shape TEXT = new Shape.Text();
    private static final Shape ANYTHING = new Shape.Anything();
    private static final Shape TEXTS = new Shape.ListOf(TEXT);
    private static final Shape TEXT_MAP = new Shape.MapOf(TEXT);
    private static final Shape GVK = texts("group", "kind", "version");

    private static final Map<String, Shape> SHAPES = Map.ofEntries(
            entry(PropertyTypes.PACKAGE, texts("packagename", "version", "release")),
            entry(PropertyTypes.PACKAGE_REQUIRED, texts("packagename", "versionrange")),
            entry(PropertyTypes.GVK, GVK),
            entry(PropertyTypes.GVK_REQUIRED, GVK),
            entry(PropertyTypes.BUNDLE_OBJECT, new Shape.Struct(Map.of("data", new Shape.Bytes()))),
            // Newer versions of opm do not know the priority; a value that no version of opm can read is still an
            // error.
            entry(PropertyTypes.CHANNEL, new Shape.Struct(Map.of("channelname", TEXT, "priority", new Shape.Int64()))),
            entry(PropertyTypes.CSV_METADATA, csvMetadata()));

    private PropertyShapes() {}

    static Shape of(String type) {
        return SHAPES.getOrDefault(type, ANYTHING);
    }

    private static Shape texts(String... names) {
        Map<String, Shape> fields = new java.util.HashMap<>();
        for (String name : names) {
            fields.put(name, TEXT);
        }
        return new Shape.Struct(fields);
    }

    private static Shape csvMetadata() {
        Shape link = texts("name", "url");
        Shape installMode = new Shape.Struct(Map.of("type", TEXT, "supported", new Shape.Flag()));
        return new Shape.Struct(Map.ofEntries(
                entry("annotations", TEXT_MAP),
                entry("apiservicedefinitions", definitions(true)),
                entry("crddescriptions", definitions(false)),
                entry("description", TEXT),
                entry("displayname", TEXT),
                entry("installmodes", new Shape.ListOf(installMode)),
                entry("keywords", TEXTS),
                entry("labels", TEXT_MAP),
                entry("links", new Shape.ListOf(link)),
                entry("maintainers", new Shape.ListOf(texts("name", "email"))),
                entry("maturity", TEXT),
                entry("minkubeversion", TEXT),
                entry("nativeapis", new Shape.ListOf(GVK)),
                entry("provider", link)));
    }

    private static Shape definitions(boolean services) {
        Shape descriptors = new Shape.ListOf(new Shape.Struct(Map.of(
                "path", TEXT,
                "displayname", TEXT,
                "description", TEXT,
                "x-descriptors", TEXTS,
                "value", ANYTHING)));
        Map<String, Shape> fields = new java.util.HashMap<>(Map.of(
                "name", TEXT,
                "version", TEXT,
                "kind", TEXT,
                "displayname", TEXT,
                "description", TEXT,
                "resources", new Shape.ListOf(texts("name", "kind", "version")),
                "statusdescriptors", descriptors,
                "specdescriptors", descriptors,
                "actiondescriptors", descriptors));
        if (services) {
            fields.put("group", TEXT);
            fields.put("deploymentname", TEXT);
            fields.put("containerport", new Shape.Int32());
        }
        Shape list = new Shape.ListOf(new Shape.Struct(fields));
        return new Shape.Struct(Map.of("owned", list, "required", list));
    }
}
