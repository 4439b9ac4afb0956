package io.olm4j.e2e;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * The health checks for Flux, which are CEL, evaluated by the rules of its RFC 0009: {@code inProgress}, then {@code
 * failed}, then {@code current}. Flux waits while an expression cannot be evaluated.
 */
final class FluxHealth {

    static final String IN_PROGRESS = "InProgress";

    private static final Path CHECKS = Path.of("../manifests/gitops/flux/operators.yaml");

    private static final ObjectMapper OBJECTS = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

    private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("metadata", SimpleType.DYN)
            .addVar("spec", SimpleType.DYN)
            .addVar("status", SimpleType.DYN)
            .build();

    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.legacyCelRuntimeBuilder().build();

    private final List<JsonNode> checks;

    private FluxHealth(List<JsonNode> checks) {
        this.checks = checks;
    }

    static FluxHealth read() throws IOException {
        JsonNode all = Yaml.documents(Files.readString(CHECKS)).getFirst().at("/spec/healthCheckExprs");
        return new FluxHealth(StreamSupport.stream(all.spliterator(), false).toList());
    }

    /** {@code InProgress}, {@code Failed} or {@code Current}. */
    String of(JsonNode object) throws CelValidationException {
        JsonNode check = checks.stream()
                .filter(one -> one.path("kind").equals(object.path("kind")))
                .findFirst()
                .orElseThrow();
        Map<String, String> order = new LinkedHashMap<>();
        order.put("inProgress", IN_PROGRESS);
        order.put("failed", "Failed");
        order.put("current", "Current");
        for (Map.Entry<String, String> one : order.entrySet()) {
            try {
                if (isTrue(check.path(one.getKey()).asText(), object)) {
                    return one.getValue();
                }
            } catch (CelEvaluationException e) {
                return IN_PROGRESS;
            }
        }
        return IN_PROGRESS;
    }

    private static boolean isTrue(String expression, JsonNode object)
            throws CelValidationException, CelEvaluationException {
        Map<String, Object> variables = OBJECTS.convertValue(object, new TypeReference<>() {});
        return Boolean.TRUE.equals(
                RUNTIME.createProgram(COMPILER.compile(expression).getAst()).eval(variables));
    }
}
