package io.olm4j.fbc.constraint;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The calls of a rule whose cost depends on the size of their arguments, indexed by their arguments. */
final class CelCalls {
    /** The cost of these functions does not depend on the size of their arguments. */
    private static final Set<String> CHEAP = Set.of(
            "_[_]",
            "_&&_",
            "_||_",
            "_?_:_",
            "!_",
            "-_",
            "@not_strictly_false",
            "__not_strictly_false__",
            "type",
            "dyn");

    private final Map<Long, Call> byArgument = new HashMap<>();

    /** A call, and the ids of the expressions of its arguments. */
    record Call(String function, List<Long> arguments) {}

    CelCalls(CelAbstractSyntaxTree tree) {
        CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.CALL)
                .forEach(node -> add(node.expr().call()));
    }

    private void add(CelExpr.CelCall expression) {
        if (CHEAP.contains(expression.function())) {
            return;
        }
        List<CelExpr> arguments = expression.args();
        List<Long> ids = new ArrayList<>();
        Stream.concat(expression.target().stream(), arguments.stream()).forEach(argument -> ids.add(argument.id()));
        Call call = new Call(expression.function(), List.copyOf(ids));
        ids.forEach(id -> byArgument.put(id, call));
    }

    /** The call that has an expression as an argument; empty for most expressions. */
    Optional<Call> ofArgument(long id) {
        return Optional.ofNullable(byArgument.get(id));
    }
}
