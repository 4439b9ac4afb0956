package io.olm4j.controller.dependency;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.Annotations;
import io.olm4j.versionranges.Quoted;

/** The decision of an administrator about the dependencies of an extension, by {@link Annotations#DEPENDENCY_CHECK}. */
public sealed interface DependencyOverride {

    /** The dependencies must be met. */
    record None() implements DependencyOverride {}

    /** The dependencies need not be met. */
    record Ignore() implements DependencyOverride {}

    /** An unknown value, which has no effect. */
    record Invalid(String value) implements DependencyOverride {

        private static final int SHOWN = 64;

        /** The message about the unknown value. */
        String text() {
            return "the annotation " + Annotations.DEPENDENCY_CHECK + " has the value " + Quoted.of(SHOWN, value)
                    + ", which has no effect: set it to Ignore, or remove it";
        }
    }

    /** Reads the annotation of an extension. */
    static DependencyOverride of(HasMetadata extension) {
        return Annotations.find(extension, Annotations.DEPENDENCY_CHECK)
                .<DependencyOverride>map(text -> text.equals("Ignore") ? new Ignore() : new Invalid(text))
                .orElseGet(None::new);
    }

    /** Whether unmet dependencies are ignored. */
    default boolean isIgnore() {
        return this instanceof Ignore;
    }
}
