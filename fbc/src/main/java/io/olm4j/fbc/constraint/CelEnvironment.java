package io.olm4j.fbc.constraint;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.standard.StringFunction.StringOverload;
import io.olm4j.codec.go.GoNumbers;
import java.util.List;

/**
 * The language of CEL rules: the standard library and macros, the variable {@code properties} and the function
 * {@code semver_compare}; nothing else, as in OLM Classic.
 */
final class CelEnvironment {
    /**
     * Rules in real catalogs have a few hundred characters; compiling a rule of this size takes a tenth of a second.
     */
    private static final int MAX_CODE_POINTS = 8192;

    /**
     * The deepest nesting of macros, parentheses and operators. Deeper rules would need more stack than the smallest
     * threads have.
     */
    private static final int MAX_DEPTH = 64;

    private static final CelOptions OPTIONS = CelOptions.current()
            .maxExpressionCodePointSize(MAX_CODE_POINTS)
            .maxParseRecursionDepth(MAX_DEPTH)
            .enableHeterogeneousNumericComparisons(true)
            .build();

    private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("properties", ListType.create(MapType.create(SimpleType.STRING, SimpleType.DYN)))
            .addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(
                    SemverCompare.NAME,
                    CelOverloadDecl.newGlobalOverload(
                            SemverCompare.NAME, SimpleType.INT, SimpleType.DYN, SimpleType.DYN)))
            .build();

    private static final CelRuntime RUNTIME = CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(OPTIONS)
            .setStandardEnvironmentEnabled(false)
            .setStandardFunctions(CelStandardFunctions.newBuilder()
                    .filterFunctions((_, overload) -> overload != StringOverload.DOUBLE_TO_STRING)
                    .build())
            .addFunctionBindings(
                    CelFunctionBinding.from("double_to_string", Double.class, GoNumbers::printed),
                    CelFunctionBinding.from(SemverCompare.NAME, Object.class, Object.class, SemverCompare::compare))
            .build();

    private CelEnvironment() {}

    /** @throws ConstraintSyntaxException if the text is not a rule */
    static CelAbstractSyntaxTree compile(String rule) {
        CelAbstractSyntaxTree tree;
        try {
            tree = COMPILER.compile(rule).getAst();
        } catch (CelValidationException e) {
            throw new ConstraintSyntaxException("not a CEL rule: " + problem(e));
        }
        if (!tree.getResultType().equals(SimpleType.BOOL)) {
            throw new ConstraintSyntaxException("cel expressions must have type Bool");
        }
        return tree;
    }

    /** The first of the errors, which the author should fix first. */
    private static String problem(CelValidationException e) {
        List<CelIssue> issues = e.getErrors();
        if (issues.isEmpty()) {
            return Excerpt.of(String.valueOf(e.getMessage()));
        }
        CelIssue first = issues.getFirst();
        int line = first.getSourceLocation().getLine();
        String message = Excerpt.of(first.getMessage());
        return line < 1
                ? message
                : "line " + line + ", column " + (first.getSourceLocation().getColumn() + 1) + ": " + message;
    }

    static CelRuntime.Program program(CelAbstractSyntaxTree tree) {
        try {
            return RUNTIME.createProgram(tree);
        } catch (CelEvaluationException e) {
            throw new ConstraintSyntaxException("not a CEL rule: " + Excerpt.of(String.valueOf(e.getMessage())));
        }
    }
}
