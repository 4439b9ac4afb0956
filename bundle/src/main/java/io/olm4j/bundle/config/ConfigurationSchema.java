package io.olm4j.bundle.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.typed.Field;
import io.olm4j.bundle.typed.FieldType;
import io.olm4j.bundle.typed.ScalarKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Describes the configuration that a bundle with certain install modes allows: the rules of {@link ConfigurationCheck}
 * in readable form.
 */
public final class ConfigurationSchema {
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "affinity", "replaces node, pod and pod anti-affinity, each by itself; an empty one erases the bundle's",
            "annotations", "added to deployments and pods that have no such annotation",
            "env", "set in every container, in place of what has the same name",
            "envFrom", "added to every container",
            "nodeSelector", "replaces the node selector of the pods; an empty one erases the bundle's",
            "resources", "replaces the resources of every container",
            "tolerations", "added to the pods",
            "volumeMounts", "added to every container, in place of what has the same name",
            "volumes", "added to the pods, in place of what has the same name");

    private static final String ROLES_DESCRIPTION =
            "whether the cluster's roles admin, edit and view get rights on the APIs that the bundle owns; the"
                    + " controller's default if"
                    + " left out";

    private ConfigurationSchema() {}

    /** The fields, without those below the first level of {@code deploymentConfig}. */
    public static List<ConfigurationField> fields(Set<InstallMode> modes) {
        List<ConfigurationField> fields = new ArrayList<>();
        if (WatchNamespaceRule.isOffered(modes)) {
            fields.add(new ConfigurationField(
                    Configuration.WATCH_NAMESPACE,
                    "string",
                    WatchNamespaceRule.isRequired(modes),
                    WatchNamespaceRule.describe(modes)));
        }
        for (Field field : ConfigurationCheck.DEPLOYMENT_FIELDS.values()) {
            fields.add(new ConfigurationField(
                    Configuration.DEPLOYMENT_CONFIG + "." + field.name(),
                    describe(field.type()),
                    false,
                    DESCRIPTIONS.getOrDefault(field.name(), "")));
        }
        fields.add(new ConfigurationField(Configuration.USER_FACING_ROLES, "boolean", false, ROLES_DESCRIPTION));
        return fields;
    }

    /** All fields on all levels as a JSON schema, draft 7. Its definitions include the types of the Kubernetes API. */
    public static ObjectNode jsonSchema(Set<InstallMode> modes) {
        ObjectNode schema = JsonNodeFactory.instance
                .objectNode()
                .put("$schema", "http://json-schema.org/draft-07/schema#")
                .put("title", "Configuration of a registry+v1 bundle")
                .put("type", "object")
                .put("additionalProperties", false);
        if (WatchNamespaceRule.isRequired(modes)) {
            schema.putArray("required").add(Configuration.WATCH_NAMESPACE);
        }
        ObjectNode properties = schema.putObject("properties");
        if (WatchNamespaceRule.isOffered(modes)) {
            properties.set(Configuration.WATCH_NAMESPACE, WatchNamespaceRule.schema(modes));
        }
        JsonSchemaTypes types = new JsonSchemaTypes();
        ObjectNode deployment = properties
                .putObject(Configuration.DEPLOYMENT_CONFIG)
                .put("type", "object")
                .put("additionalProperties", false);
        ObjectNode fields = deployment.putObject("properties");
        for (Field field : ConfigurationCheck.DEPLOYMENT_FIELDS.values()) {
            ObjectNode property = types.schema(field.type());
            // JSON Schema ignores all other keys beside a reference.
            if (!property.has("$ref")) {
                property.put("description", DESCRIPTIONS.getOrDefault(field.name(), ""));
            }
            fields.set(field.name(), property);
        }
        properties
                .putObject(Configuration.USER_FACING_ROLES)
                .put("type", "boolean")
                .put("description", ROLES_DESCRIPTION);
        schema.set("definitions", types.definitions());
        return schema;
    }

    private static String describe(FieldType type) {
        return switch (type) {
            case FieldType.Pointer(FieldType target) -> describe(target);
            case FieldType.Struct(String name) -> name;
            case FieldType.ListOf(FieldType element) -> "list of " + describe(element);
            case FieldType.MapOf(FieldType value) -> "map to " + describe(value);
            case FieldType.Scalar(ScalarKind kind) -> kind.toString();
        };
    }
}
