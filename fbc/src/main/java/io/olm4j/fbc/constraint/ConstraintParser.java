package io.olm4j.fbc.constraint;

import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Reads the value of an {@code olm.constraint} property by the rules of OLM Classic. If an object has several kinds,
 * the first of gvk, package, all, any, not and cel counts.
 */
public final class ConstraintParser {
    private static final int MAX_BYTES = 2 << 16;

    /**
     * The depth is so large that the limit on nested constraints applies first. JSON of this size costs little at any
     * depth.
     */
    private static final ReaderLimits LIMITS = new ReaderLimits(MAX_BYTES, 10_000);

    private ConstraintParser() {}

    /**
     * Reads a constraint and compiles its CEL rules.
     *
     * @param json at most 131072 bytes in UTF-8, constraints nested at most 50 deep
     * @throws ConstraintSyntaxException if the text is not a constraint
     */
    public static Constraint parse(String json) {
        if (json.length() > MAX_BYTES || json.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new ConstraintSyntaxException(
                    "olm.constraint value is greater than max constraint size " + MAX_BYTES + " bytes");
        }
        ConstraintShape shape;
        try {
            shape = ConstraintShape.of(JsonValue.parse(json, LIMITS));
        } catch (TextSyntaxException e) {
            throw new ConstraintSyntaxException("parse olm.constraint: " + e.problem());
        }
        return constraint(shape);
    }

    /** The nesting limit of constraints bounds the recursion. */
    private static Constraint constraint(ConstraintShape shape) {
        Optional<String> message = Optional.of(shape.failureMessage()).filter(text -> !text.isEmpty());
        if (shape.gvk().isPresent()) {
            return gvk(shape.gvk().get(), message);
        }
        if (shape.packageFields().isPresent()) {
            return packageOf(shape.packageFields().get(), message);
        }
        if (shape.all().isPresent()) {
            return new Constraint.All(constraints(shape.all().get()), message);
        }
        if (shape.any().isPresent()) {
            return new Constraint.Any(constraints(shape.any().get()), message);
        }
        if (shape.not().isPresent()) {
            return new Constraint.Not(constraints(shape.not().get()), message);
        }
        if (shape.cel().isPresent()) {
            return cel(shape.cel().get(), message);
        }
        throw new ConstraintSyntaxException(
                (shape.path().isEmpty() ? "" : shape.path() + ": ") + "constraint is empty");
    }

    private static List<Constraint> constraints(List<ConstraintShape> shapes) {
        return shapes.stream().map(ConstraintParser::constraint).toList();
    }

    private static Constraint gvk(Fields fields, Optional<String> message) {
        return new Constraint.Gvk(
                new ApiKind(fields.text("group"), fields.text("version"), fields.text("kind")), message);
    }

    private static Constraint packageOf(Fields fields, Optional<String> message) {
        try {
            SkipRange range = SkipRange.parse(fields.text("versionRange"));
            return new Constraint.PackageRange(fields.text("packageName"), range, message);
        } catch (RangeSyntaxException e) {
            throw new ConstraintSyntaxException(fields.pathOf("versionRange") + ": " + e.explanation());
        }
    }

    private static Constraint cel(Fields fields, Optional<String> message) {
        try {
            return new Constraint.Cel(CelRule.compile(fields.text("rule")), message);
        } catch (ConstraintSyntaxException e) {
            throw new ConstraintSyntaxException(fields.pathOf("rule") + ": " + e.getMessage());
        }
    }
}
