package io.olm4j.fbc.constraint;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.versionranges.SkipRange;
import java.util.List;
import java.util.Optional;

/** A requirement that a single bundle fulfils or does not fulfil. It may be composed of other requirements. */
public sealed interface Constraint {
    /** The bundle author's message for the case that the requirement is not fulfilled. */
    Optional<String> failureMessage();

    /** Every constraint holds; true for an empty list. */
    record All(List<Constraint> constraints, Optional<String> failureMessage) implements Constraint {
        /** Copies the constraints. */
        public All {
            constraints = List.copyOf(constraints);
        }
    }

    /** At least one constraint holds; false for an empty list. */
    record Any(List<Constraint> constraints, Optional<String> failureMessage) implements Constraint {
        /** Copies the constraints. */
        public Any {
            constraints = List.copyOf(constraints);
        }
    }

    /** No constraint holds; true for an empty list. */
    record Not(List<Constraint> constraints, Optional<String> failureMessage) implements Constraint {
        /** Copies the constraints. */
        public Not {
            constraints = List.copyOf(constraints);
        }
    }

    /** The API is provided. */
    record Gvk(ApiKind api, Optional<String> failureMessage) implements Constraint {}

    /** The bundle belongs to this package, and its version is in this range. */
    record PackageRange(String packageName, SkipRange versionRange, Optional<String> failureMessage)
            implements Constraint {}

    /** An expression over the bundle's properties holds. */
    record Cel(CelRule rule, Optional<String> failureMessage) implements Constraint {}
}
