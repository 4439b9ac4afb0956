package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.versionranges.Quoted;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads the images of one section of a semver template. */
final class SectionImages {
    private SectionImages() {}

    /** The images in their order; none if the section is left out. */
    static List<String> of(Fields template, String key) {
        var section = template.object(key);
        if (section.isEmpty()) {
            return List.of();
        }
        KnownFields.check(template.value(key).orElseThrow(), template.location(), key, "bundles");
        var bundles = section.get().objects("bundles");
        var values = section.get().value("bundles").orElse(MissingNode.getInstance());
        Set<String> images = new LinkedHashSet<>();
        for (int i = 0; i < bundles.size(); i++) {
            var path = section.get().pathOf("bundles") + "[" + i + "]";
            KnownFields.check(values.path(i), template.location(), path, "image");
            var image = bundles.get(i).text("image");
            if (image.isEmpty()) {
                throw new TextSyntaxException(template.location(), path + " has no image");
            }
            if (!images.add(image)) {
                throw new TextSyntaxException(
                        template.location(), path + " repeats the image " + Quoted.of(image) + "; remove it");
            }
        }
        return List.copyOf(images);
    }
}
