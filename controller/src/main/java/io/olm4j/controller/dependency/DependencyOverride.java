package io.olm4j.controller.dependency;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.Annotations;
import io.olm4j.versionranges.Quoted;
import java.util.Map;
import java.util.Optional;

/** What an administrator says by {@link Annotations#DEPENDENCY_CHECK} about the dependencies of an extension. */
public sealed interface DependencyOverride {

    /** They must be met. */
    record None() implements DependencyOverride {}

    /** They need not be met. */
    record Ignore() implements DependencyOverride {}

    /** Nothing that is known, which has no effect. */
    record Invalid(String value) implements DependencyOverride {

        private static final int SHOWN = 64;

        /** Says so. */
        String text() {
            String shown = value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
            return "the annotation " + Annotations.DEPENDENCY_CHECK + " has the value " + Quoted.of(shown)
                    + ", which has no effect: set it to Ignore, or remove it";
        }
    }

    /** Reads the annotation of an extension. */
    static DependencyOverride of(HasMetadata extension) {
        Map<String, String> annotations = extension.getMetadata().getAnnotations();
        Optional<String> value = annotations == null
                ? Optional.empty()
                : Optional.ofNullable(annotations.get(Annotations.DEPENDENCY_CHECK));
        return value.<DependencyOverride>map(text -> text.equals("Ignore") ? new Ignore() : new Invalid(text))
                .orElseGet(None::new);
    }

    /** Whether nothing is held back. */
    default boolean isIgnore() {
        return this instanceof Ignore;
    }
}
