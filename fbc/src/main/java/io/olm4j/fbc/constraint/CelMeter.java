package io.olm4j.fbc.constraint;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stops an evaluation that costs too much. Every CEL evaluation ends, but a chain of macros can double a value again
 * and again. The size of such a value, and the time to compare it, have no bound.
 *
 * <p>CEL calls this listener after the evaluation of every expression. The meter charges a call when its last argument
 * is known, before the call runs. It charges a list or map before any call uses it.
 */
final class CelMeter implements CelEvaluationListener {
    private final CelCalls calls;
    private final CelBudget budget;
    private final Map<Long, Object> arguments = new HashMap<>();

    CelMeter(CelCalls calls, CelBudget budget) {
        this.calls = calls;
        this.budget = budget;
    }

    @Override
    public void callback(@Nullable CelExpr expression, @Nullable Object result) {
        if (expression == null || result == null) {
            return;
        }
        boolean created = switch (expression.getKind()) {
            case LIST, MAP, STRUCT -> true;
            default -> false;
        };
        budget.charge(created ? CelWeight.of(result, budget.left()) : 1);
        calls.ofArgument(expression.id()).ifPresent(call -> argument(call, expression.id(), result));
    }

    private void argument(CelCalls.Call call, long id, Object value) {
        arguments.put(id, value);
        if (!arguments.keySet().containsAll(call.arguments())) {
            return;
        }
        List<Object> values = new ArrayList<>();
        call.arguments().forEach(argument -> values.add(arguments.remove(argument)));
        budget.charge(CelWeight.ofCall(call.function(), values, budget.left()));
    }
}
