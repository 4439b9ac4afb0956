package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Csv;
import io.olm4j.bundle.RegistryV1;
import java.util.List;
import java.util.Optional;

/**
 * What the generators work on.
 *
 * @param bundle a bundle without problems
 * @param installNamespace where the operator runs
 * @param targetNamespaces the namespaces it watches; a single empty one stands for all
 * @param certificates who issues serving certificates
 * @param deploymentConfig the user's changes to deployments, typed as SubscriptionConfig
 */
public record Rendering(
        RegistryV1 bundle,
        String installNamespace,
        List<String> targetNamespaces,
        CertificateProvider certificates,
        Optional<ObjectNode> deploymentConfig) {

    public Rendering {
        targetNamespaces = List.copyOf(targetNamespaces);
    }

    Csv csv() {
        return bundle.csv();
    }

    boolean watchesAllNamespaces() {
        return targetNamespaces.equals(List.of(""));
    }

    Certificate certificateFor(String deployment) {
        return Certificate.of(deployment, this);
    }
}
