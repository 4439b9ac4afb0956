package io.olm4j.oci.trust;

import io.olm4j.oci.ImageReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The scopes by which {@code policy.json} and {@code registries.d} may select an image, the most specific first.
 *
 * @see <a href="https://github.com/containers/container-libs/blob/main/image/docs/containers-policy.json.5.md">
 *     containers-policy.json(5), "docker:"</a>
 */
final class PolicyScopes {

    private PolicyScopes() {}

    /**
     * The scopes of the image: itself, its repository, the paths above, the registry, and the registry's domains as
     * wildcards.
     *
     * @param reference with a tag or a digest
     */
    static List<String> of(ImageReference reference) {
        List<String> scopes = new ArrayList<>();
        scopes.add(reference.withoutIdleTag().toString());
        String name = reference.name();
        scopes.add(name);
        for (int slash = name.lastIndexOf('/'); slash >= 0; slash = name.lastIndexOf('/', slash - 1)) {
            scopes.add(name.substring(0, slash));
        }
        String host = reference.domain().replaceFirst(":.*", "");
        for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
            scopes.add("*." + host.substring(dot + 1));
        }
        return scopes;
    }
}
