package io.olm4j.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/** The health checks for Argo CD, which are Lua, evaluated as Argo CD does: the object is the variable {@code obj}. */
final class ArgoCdHealth {

    private static final Path CHECKS = Path.of("../manifests/gitops/argocd/health-checks.yaml");
    private static final String KEY = "resource.customizations.health.olm.operatorframework.io_";

    private final JsonNode scripts;

    private ArgoCdHealth(JsonNode scripts) {
        this.scripts = scripts;
    }

    /**
     * What a check says of an object.
     *
     * @param status such as {@code Healthy}
     */
    record Health(String status, String message) {}

    static ArgoCdHealth read() throws IOException {
        return new ArgoCdHealth(
                Yaml.documents(Files.readString(CHECKS)).getFirst().path("data"));
    }

    Health of(JsonNode object) {
        var globals = JsePlatform.standardGlobals();
        globals.set("obj", value(object));
        LuaValue health = globals.load(
                        scripts.path(KEY + object.path("kind").asText()).asText())
                .call();
        return new Health(
                health.get("status").checkjstring(), health.get("message").optjstring(""));
    }

    private static LuaValue value(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT, POJO -> {
                LuaTable table = LuaValue.tableOf();
                for (Map.Entry<String, JsonNode> field : node.properties()) {
                    table.set(field.getKey(), value(field.getValue()));
                }
                yield table;
            }
            case ARRAY -> {
                LuaTable table = LuaValue.tableOf();
                for (int i = 0; i < node.size(); i++) {
                    table.set(i + 1, value(node.get(i)));
                }
                yield table;
            }
            case NUMBER -> LuaValue.valueOf(node.doubleValue());
            case BOOLEAN -> LuaValue.valueOf(node.booleanValue());
            case STRING, BINARY -> LuaValue.valueOf(node.asText());
            case NULL, MISSING -> LuaValue.NIL;
        };
    }
}
