package io.olm4j.fbc.template;

import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.versionranges.Quoted;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A template that lists bundle images by stability. Channels and upgrade edges are generated from the bundles'
 * versions.
 *
 * @param images the images of every section, without repetition
 * @param kinds the kinds of channels to generate, at least one
 * @param preferred the kind the default channel should have
 * @param location where the template begins
 */
record SemverTemplate(
        Map<Archetype, List<String>> images, Set<ChannelKind> kinds, ChannelKind preferred, Location location) {
    static final String SCHEMA = "olm.semver";
    private static final String MAJOR = "generateMajorChannels";
    private static final String MINOR = "generateMinorChannels";
    private static final String PREFERENCE = "defaultChannelTypePreference";

    static SemverTemplate of(Meta template) {
        var location = template.location();
        KnownFields.check(
                template.blob(), location, "", "schema", MAJOR, MINOR, PREFERENCE, "candidate", "fast", "stable");
        var fields = template.fields();
        var images = new EnumMap<Archetype, List<String>>(Archetype.class);
        for (var archetype : Archetype.values()) {
            images.put(archetype, SectionImages.of(fields, archetype.key()));
        }
        if (images.values().stream().allMatch(List::isEmpty)) {
            throw new TextSyntaxException(
                    location, "the template names no bundle; list images under candidate, fast or stable");
        }
        var kinds = kinds(fields);
        return new SemverTemplate(images, kinds, preferred(fields, kinds), location);
    }

    /** The package, its channels and its bundles. */
    List<Meta> render(TemplateImages renderer) throws IOException {
        var sections = new SemverSections();
        for (var section : images.entrySet()) {
            for (var image : section.getValue()) {
                sections.add(section.getKey(), renderer.render(image));
            }
        }
        return new SemverCatalog(sections, kinds, preferred, location).metas();
    }

    private static Set<ChannelKind> kinds(Fields fields) {
        var kinds = EnumSet.noneOf(ChannelKind.class);
        if (flag(fields, MAJOR)) {
            kinds.add(ChannelKind.MAJOR);
        }
        if (flag(fields, MINOR) || kinds.isEmpty()) {
            kinds.add(ChannelKind.MINOR);
        }
        return kinds;
    }

    private static boolean flag(Fields fields, String name) {
        var value = fields.value(name);
        if (value.isPresent() && !value.get().isBoolean()) {
            throw new TextSyntaxException(
                    fields.location(), name + " must be true or false, not " + JsonKinds.describe(value.get()));
        }
        return value.isPresent() && value.get().booleanValue();
    }

    private static ChannelKind preferred(Fields fields, Set<ChannelKind> kinds) {
        var text = fields.text(PREFERENCE);
        if (text.isEmpty()) {
            return kinds.contains(ChannelKind.MINOR) ? ChannelKind.MINOR : ChannelKind.MAJOR;
        }
        for (var kind : ChannelKind.values()) {
            if (kind.key().equals(text)) {
                return checked(kind, kinds, fields.location());
            }
        }
        throw new TextSyntaxException(
                fields.location(), PREFERENCE + " must be minor or major, not " + Quoted.of(text));
    }

    private static ChannelKind checked(ChannelKind kind, Set<ChannelKind> kinds, Location location) {
        if (kinds.contains(kind)) {
            return kind;
        }
        var switchName = kind == ChannelKind.MAJOR ? MAJOR : MINOR;
        throw new TextSyntaxException(
                location,
                PREFERENCE + " is " + kind.key() + ", but no " + kind.key() + " channels are generated; set "
                        + switchName + ": true");
    }
}
