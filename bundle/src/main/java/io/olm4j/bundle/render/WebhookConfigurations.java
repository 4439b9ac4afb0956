package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.Webhook;
import java.util.List;

/** Generates a configuration object for every admission webhook. */
final class WebhookConfigurations {
    private static final String VERSION = "admissionregistration.k8s.io/v1";

    private WebhookConfigurations() {}

    static List<ObjectNode> validating(Rendering rendering) {
        return configurations(rendering, Webhook.VALIDATING, "ValidatingWebhookConfiguration");
    }

    static List<ObjectNode> mutating(Rendering rendering) {
        return configurations(rendering, Webhook.MUTATING, "MutatingWebhookConfiguration");
    }

    private static List<ObjectNode> configurations(Rendering rendering, String type, String kind) {
        return rendering.csv().webhooks().stream()
                .filter(webhook -> webhook.type().equals(type))
                .map(webhook -> configuration(rendering, webhook, kind))
                .toList();
    }

    private static ObjectNode configuration(Rendering rendering, Webhook webhook, String kind) {
        String given = webhook.generateName();
        String name = given.endsWith("-") ? given.substring(0, given.length() - 1) : given;
        Certificate certificate = rendering.certificateFor(webhook.deploymentName());
        // The object is cluster-scoped, but operator-controller writes a namespace, and tests compare the output.
        ObjectNode object = Objects.namespaced(VERSION, kind, name, rendering.installNamespace());
        ObjectNode entry = object.putArray("webhooks").addObject();
        entry.put("name", name).putObject("clientConfig").set("service", certificate.service(webhook));
        for (String field : List.of("rules", "failurePolicy", "matchPolicy")) {
            Objects.copy(webhook.tree(), entry, field);
        }
        addNamespaceSelector(entry, rendering);
        for (String field : List.of("objectSelector", "sideEffects", "timeoutSeconds", "admissionReviewVersions")) {
            Objects.copy(webhook.tree(), entry, field);
        }
        if (kind.startsWith("Mutating")) {
            Objects.copy(webhook.tree(), entry, "reinvocationPolicy");
        }
        certificate.injectAuthority(object);
        return object;
    }

    private static void addNamespaceSelector(ObjectNode entry, Rendering rendering) {
        if (!rendering.watchesAllNamespaces()) {
            ObjectNode expression = entry.putObject("namespaceSelector")
                    .putArray("matchExpressions")
                    .addObject()
                    .put("key", "kubernetes.io/metadata.name")
                    .put("operator", "In");
            rendering.targetNamespaces().forEach(expression.putArray("values")::add);
        }
    }
}
