package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RenderFeature;
import java.util.Optional;
import java.util.Set;

/**
 * The options for rendering a bundle.
 *
 * @param namespace the namespace in which the operator runs
 * @param config the inline configuration of the ClusterExtension; empty if it has none
 * @param certificates the issuer of serving certificates
 * @param features the enabled features
 */
public record RenderOptions(
        InstallNamespace namespace,
        Optional<JsonNode> config,
        CertificateProvider certificates,
        Set<RenderFeature> features) {

    public RenderOptions {
        features = Set.copyOf(features);
    }

    /** Options for an existing namespace, without features. */
    public RenderOptions(String installNamespace, Optional<JsonNode> config, CertificateProvider certificates) {
        this(new InstallNamespace.Existing(installNamespace), config, certificates, Set.of());
    }

    /** The name of the namespace in which the operator runs. */
    public String installNamespace() {
        return namespace.name();
    }
}
