package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Generates the custom resource definitions. Those with a conversion webhook refer to its service. */
public final class CustomResourceDefinitions {
    private CustomResourceDefinitions() {}

    /** Why a definition cannot have the conversion webhook that the bundle declares; empty if all can. */
    public static Optional<Finding> problem(RegistryV1 bundle) {
        Map<String, Webhook> conversions = conversions(bundle);
        return bundle.crds().stream()
                .filter(crd -> conversions.containsKey(name(crd)))
                .filter(crd -> crd.at("/spec/preserveUnknownFields").asBoolean())
                .findFirst()
                .map(crd -> bundle.finding(
                        crd,
                        "custom resource definition '" + name(crd) + "' must have .spec.preserveUnknownFields set to"
                                + " false to let API Server call webhook to do the conversion"));
    }

    static List<ObjectNode> of(Rendering rendering) {
        Map<String, Webhook> conversions = conversions(rendering.bundle());
        List<ObjectNode> objects = new ArrayList<>();
        for (ObjectNode crd : rendering.bundle().crds()) {
            ObjectNode object = crd.deepCopy();
            Webhook webhook = conversions.get(name(crd));
            if (webhook != null) {
                Certificate certificate = rendering.certificateFor(webhook.deploymentName());
                setConversion(object, webhook, certificate);
                certificate.injectAuthority(object);
            }
            objects.add(object);
        }
        return objects;
    }

    private static void setConversion(ObjectNode crd, Webhook webhook, Certificate certificate) {
        ObjectNode conversion = crd.withObject("/spec").putObject("conversion");
        conversion.put("strategy", "Webhook");
        ObjectNode definition = conversion.putObject("webhook");
        ObjectNode service = certificate.service(webhook);
        if (!service.has("path")) {
            service.put("path", "/");
        }
        definition.putObject("clientConfig").set("service", service);
        JsonNode versions = webhook.tree().path("admissionReviewVersions");
        if (versions.isArray()) {
            definition.set("conversionReviewVersions", versions.deepCopy());
        }
    }

    private static Map<String, Webhook> conversions(RegistryV1 bundle) {
        Map<String, Webhook> conversions = new TreeMap<>();
        bundle.csv().webhooks().stream()
                .filter(Webhook::isConversion)
                .forEach(webhook -> webhook.conversionCrds().forEach(crd -> conversions.put(crd, webhook)));
        return conversions;
    }

    private static String name(ObjectNode crd) {
        return crd.at("/metadata/name").asText();
    }
}
