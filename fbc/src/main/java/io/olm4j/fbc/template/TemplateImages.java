package io.olm4j.fbc.template;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.Schemas;
import io.olm4j.versionranges.Quoted;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Renders each bundle image of a template once. */
final class TemplateImages {
    private final BundleRenderer renderer;
    private final Location template;
    private final Map<String, ImageBundle> rendered = new HashMap<>();

    TemplateImages(BundleRenderer renderer, Location template) {
        this.renderer = renderer;
        this.template = template;
    }

    ImageBundle render(String image) throws IOException {
        var known = rendered.get(image);
        if (known != null) {
            return known;
        }
        var bundle = checked(image, call(image));
        rendered.put(image, bundle);
        return bundle;
    }

    private RenderedBundle call(String image) throws IOException {
        try {
            return renderer.render(image);
        } catch (IOException e) {
            throw new IOException(
                    template + ": the bundle image " + Quoted.of(image) + " cannot be rendered: " + e.getMessage(), e);
        }
    }

    private ImageBundle checked(String image, RenderedBundle bundle) {
        try {
            var meta = Meta.of(bundle.blob(), template);
            if (!meta.schema().equals(Schemas.BUNDLE) || meta.name().isEmpty()) {
                throw new TextSyntaxException(template, "what it rendered to is not an olm.bundle with a name");
            }
            return new ImageBundle(image, meta, bundle.clusterServiceVersion());
        } catch (TextSyntaxException e) {
            throw new TextSyntaxException(template, "bundle image " + Quoted.of(image) + ": " + e.problem());
        }
    }
}
