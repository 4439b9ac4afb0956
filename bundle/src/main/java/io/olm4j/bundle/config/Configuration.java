package io.olm4j.bundle.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.typed.Nulls;
import io.olm4j.bundle.typed.TypeMismatchException;
import io.olm4j.bundle.typed.TypedTree;
import java.util.Optional;

/**
 * A configuration that fits its bundle.
 *
 * @param watchNamespace the only namespace to watch; empty for the bundle's default
 * @param deploymentConfig changes to deployments, as the type SubscriptionConfig encodes them; an empty {@code
 *     nodeSelector} is kept, because it clears that of the bundle
 * @param userFacingRoles whether to generate ClusterRoles for the owned APIs; empty for the default of the controller
 */
public record Configuration(
        Optional<String> watchNamespace, Optional<ObjectNode> deploymentConfig, Optional<Boolean> userFacingRoles) {
    static final String WATCH_NAMESPACE = "watchNamespace";
    static final String DEPLOYMENT_CONFIG = "deploymentConfig";
    static final String USER_FACING_ROLES = "userFacingRoles";

    /**
     * Reads a configuration in which {@link ConfigurationCheck} found no problem.
     *
     * @throws TypeMismatchException if a value has the right type but cannot be used, such as a malformed quantity
     */
    public static Configuration of(JsonNode config) {
        JsonNode namespace = config.path(WATCH_NAMESPACE);
        JsonNode deployment = config.path(DEPLOYMENT_CONFIG);
        JsonNode roles = config.path(USER_FACING_ROLES);
        return new Configuration(
                namespace.isTextual() ? Optional.of(namespace.textValue()) : Optional.empty(),
                deployment.isObject() ? Optional.of(typed(deployment)) : Optional.empty(),
                roles.isBoolean() ? Optional.of(roles.booleanValue()) : Optional.empty());
    }

    private static ObjectNode typed(JsonNode given) {
        ObjectNode config = TypedTree.of(given, "SubscriptionConfig", Nulls.DROPPED);
        if (given.path("nodeSelector").isObject() && given.path("nodeSelector").isEmpty()) {
            config.putObject("nodeSelector");
        }
        return config;
    }
}
