package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Judges the change of one keyword of one schema. */
record PropertyCheck(Keyword keyword, Judgement judgement) {

    /** Compares two schemas in normal form. */
    @FunctionalInterface
    interface Judgement {

        /** The problem of the change; empty if the change is safe. */
        Optional<String> judge(ObjectNode old, ObjectNode latest);
    }

    /** The name of the keyword, by which findings name the check. */
    String name() {
        return keyword.jsonName();
    }
}
