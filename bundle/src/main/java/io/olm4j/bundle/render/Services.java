package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.Webhook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Generates a service for every deployment that serves webhooks or aggregated APIs. */
final class Services {
    private record Port(int number, JsonNode target) {}

    private Services() {}

    static List<ObjectNode> of(Rendering rendering) {
        List<ObjectNode> services = new ArrayList<>();
        for (JsonNode deployment : rendering.csv().deployments()) {
            String name = deployment.path("name").asText();
            List<Port> ports = ports(rendering, name);
            if (!ports.isEmpty()) {
                services.add(
                        service(rendering.certificateFor(name), ports, deployment.at("/spec/selector/matchLabels")));
            }
        }
        return services;
    }

    private static ObjectNode service(Certificate certificate, List<Port> ports, JsonNode selector) {
        ObjectNode service = Objects.namespaced("v1", "Service", certificate.serviceName(), certificate.namespace());
        ObjectNode spec = service.putObject("spec");
        ArrayNode list = spec.putArray("ports");
        for (Port port : ports) {
            list.addObject()
                    .put("name", String.valueOf(port.number()))
                    .put("port", port.number())
                    .set("targetPort", port.target());
        }
        if (!selector.isEmpty()) {
            spec.set("selector", selector.deepCopy());
        }
        certificate.requestFor(service);
        return service;
    }

    private static List<Port> ports(Rendering rendering, String deployment) {
        Stream<Port> ofWebhooks = rendering.csv().webhooks().stream()
                .filter(webhook -> webhook.deploymentName().equals(deployment))
                .map(Services::port);
        Stream<Port> ofApis = rendering.csv().apiServices().stream()
                .filter(api -> api.deploymentName().equals(deployment))
                .map(api -> new Port(api.port(), LongNode.valueOf(api.port())));
        return Stream.concat(ofWebhooks, ofApis)
                .distinct()
                .sorted(Comparator.comparingInt(Port::number).thenComparingInt(port -> number(port.target())))
                .toList();
    }

    private static Port port(Webhook webhook) {
        int number = webhook.servicePort();
        JsonNode target = webhook.tree().path("targetPort");
        if (target.isTextual()) {
            return new Port(number, target);
        }
        return new Port(number, LongNode.valueOf(target.isNumber() ? target.longValue() : number));
    }

    /** The number of a target port; for a named port, the number that its text holds, or 0. */
    private static int number(JsonNode target) {
        return target.asInt();
    }
}
