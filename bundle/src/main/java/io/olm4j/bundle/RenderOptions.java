package io.olm4j.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What a bundle is rendered for.
 *
 * @param installNamespace where the operator runs
 * @param config the inline configuration of the ClusterExtension, empty when it has none
 * @param certificates who issues serving certificates
 */
public record RenderOptions(String installNamespace, Optional<JsonNode> config, CertificateProvider certificates) {}
