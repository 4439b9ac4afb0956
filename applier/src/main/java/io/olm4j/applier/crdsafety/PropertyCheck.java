package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;

/**
 * Judges the change of some keywords of one schema.
 *
 * @param keywords the keywords that the check handles
 */
record PropertyCheck(String name, Set<Keyword> keywords, Judgement judgement) {

    /** Compares two schemas in normal form. */
    @FunctionalInterface
    interface Judgement {

        /** The problem of the change; empty if the change is safe. */
        Optional<String> judge(ObjectNode old, ObjectNode latest);
    }

    static PropertyCheck of(Keyword keyword, Judgement judgement) {
        return new PropertyCheck(keyword.jsonName(), Set.of(keyword), judgement);
    }
}
