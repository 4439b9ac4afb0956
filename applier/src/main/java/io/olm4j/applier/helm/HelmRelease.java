package io.olm4j.applier.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * A bundle that the original installed by Helm.
 *
 * @param secret the name of the index Secret
 * @param isDeployed whether Helm has rolled it out; else it was interrupted or has failed
 * @param bundleRelease absent if the bundle declares none
 * @param image the reference by which the bundle was pulled
 * @param olmProperties the properties of the bundle, JSON
 * @param objects what was applied, in any order; none if that cannot be read
 */
public record HelmRelease(
        String secret,
        boolean isDeployed,
        String bundleName,
        String bundleVersion,
        Optional<String> bundleRelease,
        String image,
        Optional<String> olmProperties,
        List<ObjectNode> objects) {

    public HelmRelease {
        objects = List.copyOf(objects);
    }
}
