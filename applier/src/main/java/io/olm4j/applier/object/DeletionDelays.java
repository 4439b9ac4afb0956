package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.versionranges.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what delays the deletion of an object, as far as the cluster shows it. */
public final class DeletionDelays {

    private static final int LISTED_INSTANCES = 20;
    private static final int NAMED_INSTANCES = 3;

    /** The longest text of the API server, in characters. */
    private static final int MAX_TEXT = 500;

    private static final int NOT_FOUND = 404;

    private final ObjectClient controller;

    /** @param controller lists custom resources */
    public DeletionDelays(ObjectClient controller) {
        this.controller = controller;
    }

    /**
     * Names an object that is being deleted, with what delays this: finalizers, what its namespace still holds, and for
     * a definition its instances. If the API server does not list the instances, the text says why.
     */
    public String described(ObjectNode there) {
        ObjectRef ref = ObjectRef.of(there);
        return ref + inParentheses(CrdDeletions.isDefinition(ref) ? ofInstances(there) : ofObject(ref, there));
    }

    /** What delays the deletion of an object that is a namespace, in parentheses; empty for any other object. */
    static String ofNamespace(ObjectRef ref, ObjectNode there) {
        return inParentheses(remaining(ref, there));
    }

    /** What the API server says about a list that it refuses, without the values of custom resources. */
    static String refusal(ObjectRef ref, ApiException e) {
        return shown(ref, e.text());
    }

    private static String inParentheses(List<String> delays) {
        return delays.isEmpty() ? "" : " (" + String.join("; ", delays) + ")";
    }

    private static List<String> ofObject(ObjectRef ref, ObjectNode there) {
        List<String> delays = new ArrayList<>();
        JsonNode finalizers = new LiveObject(there).finalizers();
        if (!finalizers.isEmpty()) {
            delays.add("has the finalizers " + finalizers);
        }
        delays.addAll(remaining(ref, there));
        return delays;
    }

    /** What the controller of namespaces has not deleted yet, and why. */
    private static List<String> remaining(ObjectRef ref, ObjectNode there) {
        if (!ref.group().isEmpty() || !ref.kind().equals("Namespace")) {
            return List.of();
        }
        return there.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("status").asText("").equals("True"))
                .map(condition -> shown(ref, condition.path("message").asText("")))
                .filter(message -> !message.isEmpty())
                .toList();
    }

    private List<String> ofInstances(ObjectNode definition) {
        ObjectRef ref = ObjectRef.of(definition);
        List<String> delays = new ArrayList<>();
        CrdDeletions.failure(definition)
                .ifPresent(message -> delays.add("its instances are not deleted: " + shown(ref, message)));
        try {
            delays.addAll(held(definition));
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                delays.add("its instances are not listed: " + refusal(ref, e));
            }
        }
        return delays;
    }

    /** Some of the instances that wait for finalizers. */
    private List<String> held(ObjectNode definition) {
        List<String> held = new ArrayList<>();
        CrdDeletions.servedPath(definition)
                .ifPresent(path -> controller.listMetadata(
                        path + "?limit=" + LISTED_INSTANCES,
                        instance -> heldInstance(instance).ifPresent(held::add)));
        return held.subList(0, Math.min(held.size(), NAMED_INSTANCES));
    }

    private static Optional<String> heldInstance(ObjectNode instance) {
        JsonNode metadata = instance.path("metadata");
        if (!metadata.has("deletionTimestamp") || metadata.path("finalizers").isEmpty()) {
            return Optional.empty();
        }
        String namespace = metadata.path("namespace").asText("");
        return Optional.of("its instance \"%s%s\" has the finalizers %s"
                .formatted(
                        namespace.isEmpty() ? "" : namespace + "/",
                        metadata.path("name").asText(""),
                        metadata.path("finalizers")));
    }

    /** The values do not come from a bundle, but from users. */
    private static String shown(ObjectRef ref, String text) {
        return Shortened.of(MAX_TEXT, ShownText.about(ref, false).of(text));
    }
}
