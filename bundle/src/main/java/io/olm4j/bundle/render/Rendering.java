package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Csv;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.RenderFeature;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The input of the generators.
 *
 * @param bundle a bundle without problems
 * @param namespace the namespace in which the operator runs
 * @param targetNamespaces the namespaces it watches; a single empty one stands for all
 * @param certificates the issuer of serving certificates
 * @param features the enabled features
 * @param deploymentConfig the user's changes to deployments, typed as SubscriptionConfig
 */
public record Rendering(
        RegistryV1 bundle,
        InstallNamespace namespace,
        List<String> targetNamespaces,
        CertificateProvider certificates,
        Set<RenderFeature> features,
        Optional<ObjectNode> deploymentConfig) {

    public Rendering {
        targetNamespaces = List.copyOf(targetNamespaces);
        features = Set.copyOf(features);
    }

    Csv csv() {
        return bundle.csv();
    }

    String installNamespace() {
        return namespace.name();
    }

    /** The deployments that serve webhooks or aggregated APIs. */
    SortedSet<String> servingDeployments() {
        SortedSet<String> names = new TreeSet<>();
        csv().webhooks().forEach(webhook -> names.add(webhook.deploymentName()));
        csv().apiServices().forEach(api -> names.add(api.deploymentName()));
        return names;
    }

    boolean watchesAllNamespaces() {
        return targetNamespaces.equals(List.of(""));
    }

    Certificate certificateFor(String deployment) {
        return Certificate.of(deployment, this);
    }
}
