package io.olm4j.process.apiserver;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserSequence;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the event of a watch in one pass: an API server writes {@code apiVersion} and {@code kind} first. The library
 * reads all of the object as a tree to find them, and converts it then.
 */
final class WatchEventDeserializer extends StdDeserializer<WatchEvent> {

    private static final long serialVersionUID = 1L;

    private final transient KubernetesSerialization kinds;
    private final transient Map<Class<?>, JsonDeserializer<Object>> deserializers = new ConcurrentHashMap<>();

    /** @param kinds knows the classes of kinds; an object of another kind becomes a generic resource */
    WatchEventDeserializer(KubernetesSerialization kinds) {
        super(WatchEvent.class);
        this.kinds = kinds;
    }

    @Override
    public WatchEvent deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            context.reportWrongTokenException(this, JsonToken.START_OBJECT, "the event of a watch is an object");
        }
        var event = new WatchEvent();
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            if (field.equals("type")) {
                event.setType(json.getText());
            } else if (field.equals("object") && value == JsonToken.START_OBJECT) {
                event.setObject(object(json, context));
            } else {
                json.skipChildren();
            }
        }
        return event;
    }

    private KubernetesResource object(JsonParser json, DeserializationContext context) throws IOException {
        try (TokenBuffer head = context.bufferForInputBuffering(json)) {
            Optional<String> apiVersion = Optional.empty();
            Optional<String> kind = Optional.empty();
            head.writeStartObject();
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                head.writeFieldName(field);
                json.nextToken();
                if (field.equals("apiVersion")) {
                    apiVersion = Optional.ofNullable(json.getValueAsString());
                } else if (field.equals("kind")) {
                    kind = Optional.ofNullable(json.getValueAsString());
                }
                head.copyCurrentStructure(json);
                if (apiVersion.isPresent() && kind.isPresent()) {
                    break;
                }
            }
            if (json.hasToken(JsonToken.END_OBJECT)) {
                head.writeEndObject();
            }
            JsonParser whole = head.asParser(json);
            if (!json.hasToken(JsonToken.END_OBJECT)) {
                whole = JsonParserSequence.createFlattened(false, whole, json);
            }
            whole.nextToken();
            return (KubernetesResource) deserializer(type(apiVersion.orElse(""), kind.orElse("")), context)
                    .deserialize(whole, context);
        }
    }

    /** The deserializer of a class. To find it takes longer than to read a small object. */
    private JsonDeserializer<Object> deserializer(Class<?> type, DeserializationContext context) throws IOException {
        JsonDeserializer<Object> known = deserializers.get(type);
        if (known == null) {
            known = context.findRootValueDeserializer(context.constructType(type));
            deserializers.put(type, known);
        }
        return known;
    }

    private Class<? extends KubernetesResource> type(String apiVersion, String kind) {
        Class<? extends KubernetesResource> known = kinds.getRegisteredKubernetesResource(apiVersion, kind);
        return known == null ? GenericKubernetesResource.class : known;
    }
}
