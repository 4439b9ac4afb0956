package io.olm4j.fbc.constraint;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.List;
import java.util.Map;

/**
 * A compiled CEL expression over the properties of a bundle.
 *
 * <p>It has the same meaning as in OLM Classic, with these differences: {@code has(x.y)} fails if {@code x} is not an
 * object (it is false in OLM Classic), numbers of different types can be ordered ({@code 1 < 2.0} does not compile in
 * OLM Classic), and protobuf messages are not supported.
 */
public final class CelRule {
    private final String text;
    private final CelRuntime.Program program;
    private final CelCalls calls;

    private CelRule(String text, CelRuntime.Program program, CelCalls calls) {
        this.text = text;
        this.program = program;
        this.calls = calls;
    }

    /**
     * Compiles a rule.
     *
     * @param text such as {@code properties.exists(p, p.type == 'certified' && p.value == 'true')}; at most 8192
     *     characters
     * @throws ConstraintSyntaxException if it is not a CEL expression whose result is true or false
     */
    public static CelRule compile(String text) {
        CelAbstractSyntaxTree tree = CelEnvironment.compile(text);
        return new CelRule(text, CelEnvironment.program(tree), new CelCalls(tree));
    }

    /** The expression. */
    public String text() {
        return text;
    }

    /**
     * Whether the rule holds; an evaluation that fails counts as false.
     *
     * @param properties in the form of {@link CelValues}
     * @throws CelBudget.ExhaustedException if the evaluation costs too much
     */
    boolean holds(List<Map<String, Object>> properties, CelBudget budget) {
        budget.startEvaluation();
        boolean result;
        try {
            result = Boolean.TRUE.equals(program.trace(Map.of("properties", properties), new CelMeter(calls, budget)));
        } catch (CelEvaluationException e) {
            result = false;
        }
        // CEL drops errors that do not change the result and wraps others, so the exhausted budget is checked here.
        budget.requireLeft();
        return result;
    }

    /** Rules are equal if their texts are. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CelRule that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
