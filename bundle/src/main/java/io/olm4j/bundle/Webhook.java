package io.olm4j.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A webhook definition of a ClusterServiceVersion.
 *
 * @param tree the definition; it is shared and must not be changed
 */
public record Webhook(JsonNode tree) {
    public static final String VALIDATING = "ValidatingAdmissionWebhook";
    public static final String MUTATING = "MutatingAdmissionWebhook";
    public static final String CONVERSION = "ConversionWebhook";

    private static final int DEFAULT_PORT = 443;

    /** The name of the webhook; despite the name of the field, it is not a prefix. */
    public String generateName() {
        return tree.path("generateName").asText();
    }

    /** One of the three types, or an unknown one as written in the bundle. */
    public String type() {
        return tree.path("type").asText();
    }

    public boolean isConversion() {
        return type().equals(CONVERSION);
    }

    public String deploymentName() {
        return tree.path("deploymentName").asText();
    }

    /** The port of the service; 0 if the bundle leaves it out. */
    public int containerPort() {
        return tree.path("containerPort").asInt();
    }

    /** The port of the generated service; 443 if the bundle leaves it out. */
    public int servicePort() {
        return containerPort() > 0 ? containerPort() : DEFAULT_PORT;
    }

    /** The names of the custom resource definitions that a conversion webhook converts. */
    public List<String> conversionCrds() {
        List<String> names = new ArrayList<>();
        tree.path("conversionCRDs").forEach(name -> names.add(name.asText()));
        return names;
    }
}
