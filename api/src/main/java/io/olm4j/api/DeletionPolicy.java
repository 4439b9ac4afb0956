package io.olm4j.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.Optional;

/**
 * What happens to the CustomResourceDefinitions of an extension, and with them to the custom resources of users, when
 * the extension is deleted. {@link Annotations#DELETION_POLICY} selects it.
 */
public enum DeletionPolicy {
    /** The definitions are deleted, and all custom resources with them. */
    DELETE("Delete"),
    /** The deletion waits while custom resources exist. */
    REFUSE_WHILE_IN_USE("RefuseWhileInUse"),
    /** The definitions and the custom resources stay; a later extension of the same package adopts the definitions. */
    KEEP_DEFINITIONS("KeepDefinitions");

    private final String text;

    DeletionPolicy(String text) {
        this.text = text;
    }

    /** The value of the annotation. */
    public String text() {
        return text;
    }

    /** The policy with this text; empty if there is none. */
    public static Optional<DeletionPolicy> named(String text) {
        return Arrays.stream(values())
                .filter(policy -> policy.text.equals(text))
                .findFirst();
    }

    /**
     * The policy that the value of an annotation selects; an unknown value, also an empty one,
     * protects the definitions.
     *
     * @param byDefault the policy without a value
     */
    public static DeletionPolicy of(Optional<String> value, DeletionPolicy byDefault) {
        return value.map(text -> named(text).orElse(REFUSE_WHILE_IN_USE)).orElse(byDefault);
    }

    /** The value of the annotation of an extension, which may be no policy; empty without the annotation. */
    public static Optional<String> annotated(HasMetadata extension) {
        return Annotations.find(extension, Annotations.DELETION_POLICY);
    }
}
