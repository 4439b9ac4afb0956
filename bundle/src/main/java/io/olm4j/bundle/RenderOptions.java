package io.olm4j.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;

/**
 * What a bundle is rendered for.
 *
 * @param namespace where the operator runs
 * @param config the inline configuration of the ClusterExtension, empty when it has none
 * @param certificates who issues serving certificates
 * @param features what is rendered only where it is asked for
 */
public record RenderOptions(
        InstallNamespace namespace,
        Optional<JsonNode> config,
        CertificateProvider certificates,
        Set<RenderFeature> features) {

    public RenderOptions {
        features = Set.copyOf(features);
    }

    /** For a namespace that is there, without any of the features. */
    public RenderOptions(String installNamespace, Optional<JsonNode> config, CertificateProvider certificates) {
        this(new InstallNamespace.Existing(installNamespace), config, certificates, Set.of());
    }

    /** The name of the namespace where the operator runs. */
    public String installNamespace() {
        return namespace.name();
    }
}
