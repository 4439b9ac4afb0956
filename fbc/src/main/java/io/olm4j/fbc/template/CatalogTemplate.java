package io.olm4j.fbc.template;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import io.olm4j.versionranges.Quoted;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Renders a template of either kind, {@code olm.template.basic} or {@code olm.semver}, to the objects of a catalog. */
public final class CatalogTemplate {
    private static final int MAX_BYTES = 64 << 20;

    private CatalogTemplate() {}

    /**
     * Renders one template file. The result is not validated as a catalog.
     *
     * @param in YAML or JSON with one object, read to its end and not closed; at most 64 MiB
     * @param name stands for the file in locations
     * @param renderer called once for every bundle image
     * @return a semver template's package, then its channels and its bundles, both by name; a basic template's objects
     *     in its own order
     * @throws TextSyntaxException if the template breaks a rule, or the bundles do not form one package
     * @throws IOException if the template cannot be read or a bundle cannot be rendered
     */
    public static List<Meta> render(InputStream in, String name, BundleRenderer renderer) throws IOException {
        var content = in.readNBytes(MAX_BYTES + 1);
        if (content.length > MAX_BYTES) {
            throw new TextSyntaxException(
                    new Location(name, 1), "a template has at most 64 MiB; split it, or write the catalog itself");
        }
        var template = read(content, name);
        var images = new TemplateImages(renderer, template.location());
        return switch (template.schema()) {
            case BasicTemplate.SCHEMA -> new BasicTemplate(template, images).render();
            case SemverTemplate.SCHEMA -> {
                UniqueKeys.check(content, name);
                yield SemverTemplate.of(template).render(images);
            }
            default -> throw new TextSyntaxException(template.location(), unknownSchema(template.schema()));
        };
    }

    /** Whether an object of this schema is a template. */
    public static boolean isTemplate(String schema) {
        return schema.equals(BasicTemplate.SCHEMA) || schema.equals(SemverTemplate.SCHEMA);
    }

    private static Meta read(byte[] content, String name) throws IOException {
        var objects = new ArrayList<Meta>();
        new CatalogReader().readStream(new ByteArrayInputStream(content), name, objects::add);
        if (objects.isEmpty()) {
            throw new TextSyntaxException(new Location(name, 1), "the template is empty; it needs a schema");
        }
        if (objects.size() > 1) {
            throw new TextSyntaxException(
                    objects.get(1).location(),
                    "a template is one object, but a second one begins here; use a file for each");
        }
        return objects.getFirst();
    }

    private static String unknownSchema(String schema) {
        var known = BasicTemplate.SCHEMA + " or " + SemverTemplate.SCHEMA;
        return schema.isEmpty()
                ? "the template has no schema; write schema: " + known
                : "the schema " + Quoted.of(schema) + " is not a known template; use " + known;
    }
}
