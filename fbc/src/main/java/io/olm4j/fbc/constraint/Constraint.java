package io.olm4j.fbc.constraint;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.versionranges.SkipRange;
import java.util.List;
import java.util.Optional;

/** A requirement that one bundle either fulfils or does not, possibly made of others. */
public sealed interface Constraint {
    /** What the author of the bundle wants to be said when it is not fulfilled. */
    Optional<String> failureMessage();

    /** Every one holds; true without any. */
    record All(List<Constraint> constraints, Optional<String> failureMessage) implements Constraint {
        /** Copies the constraints. */
        public All {
            constraints = List.copyOf(constraints);
        }
    }

    /** At least one holds; false without any. */
    record Any(List<Constraint> constraints, Optional<String> failureMessage) implements Constraint {
        /** Copies the constraints. */
        public Any {
            constraints = List.copyOf(constraints);
        }
    }

    /** None holds; true without any. */
    record Not(List<Constraint> constraints, Optional<String> failureMessage) implements Constraint {
        /** Copies the constraints. */
        public Not {
            constraints = List.copyOf(constraints);
        }
    }

    /** The API is provided. */
    record Gvk(ApiKind api, Optional<String> failureMessage) implements Constraint {}

    /** It is a bundle of this package, in this range of versions. */
    record PackageRange(String packageName, SkipRange versionRange, Optional<String> failureMessage)
            implements Constraint {}

    /** An expression over the bundle's properties holds. */
    record Cel(CelRule rule, Optional<String> failureMessage) implements Constraint {}
}
