package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.json.LiveObject;
import java.util.List;
import java.util.Optional;

/**
 * The webhook that converts the objects of a CustomResourceDefinition. The issuer of its certificate writes the
 * {@code caBundle}, which stays when a revision drops the webhook; the API server then refuses the definition, because
 * it has a webhook that it does not use. So olm4j first claims the whole webhook.
 */
public final class ConversionFields {

    private static final List<String> WEBHOOK = List.of("f:spec", "f:conversion", "f:webhook");

    private ConversionFields() {}

    /**
     * The metadata that makes olm4j the only owner of the webhook.
     *
     * @return empty if the revision wants a webhook, or no other manager owns a part of it
     */
    public static Optional<ObjectNode> claim(ObjectNode wanted, ObjectNode live) {
        JsonNode entries = new LiveObject(live).managedFields();
        if (!wanted.at("/spec/conversion/webhook").isMissingNode()
                || live.at("/spec/conversion/webhook").isMissingNode()
                || entries.valueStream().noneMatch(entry -> LeftoverFields.isOurs(entry, live))) {
            return Optional.empty();
        }
        List<List<String>> claimed = entries.valueStream()
                .filter(entry -> !LeftoverFields.isOurs(entry, live))
                .flatMap(entry -> LeftoverFields.leaves(entry.path("fieldsV1"), WEBHOOK).stream())
                .toList();
        if (claimed.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode claim = LeftoverFields.claim(live, claimed);
        claim.path("managedFields")
                .valueStream()
                .filter(entry -> !LeftoverFields.isOurs(entry, live))
                .map(entry -> entry.at("/fieldsV1/f:spec/f:conversion"))
                .filter(ObjectNode.class::isInstance)
                .forEach(conversion -> ((ObjectNode) conversion).remove("f:webhook"));
        return Optional.of(claim);
    }
}
