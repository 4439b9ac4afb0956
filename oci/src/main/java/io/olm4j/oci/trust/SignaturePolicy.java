package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The requirements of {@code policy.json} for each image.
 *
 * @param byDefault requirements of images without a scope
 * @param scopes requirements by scope; the scope {@code ""} applies to all images of registries
 */
record SignaturePolicy(List<PolicyRequirement> byDefault, Map<String, List<PolicyRequirement>> scopes) {

    /** The policy if nothing is configured. */
    static final SignaturePolicy ACCEPT_ANYTHING =
            new SignaturePolicy(List.of(new PolicyRequirement.AcceptAnything()), Map.of());

    SignaturePolicy {
        byDefault = List.copyOf(byDefault);
        scopes = Map.copyOf(scopes);
    }

    /** Reads the file, if there is one. */
    static SignaturePolicy read(List<Path> files) throws ImageException {
        if (files.isEmpty()) {
            return ACCEPT_ANYTHING;
        }
        try {
            return SignaturePolicyParser.parse(ConfigFiles.read(files.getFirst()));
        } catch (ConfigException e) {
            throw e.in(files.getFirst());
        }
    }

    /** The requirements of the most specific scope of the image, all of which it must meet. */
    List<PolicyRequirement> requirements(ImageReference image) {
        return PolicyScopes.of(image).stream()
                .filter(scopes::containsKey)
                .findFirst()
                .map(scopes::get)
                .orElseGet(() -> scopes.getOrDefault("", byDefault));
    }
}
