package io.olm4j.e2e.soak;

/** What a status is worth. */
sealed interface SoakVerdict {

    /** It is true, and nothing more will happen. */
    record Settled() implements SoakVerdict {}

    /** It is true, and more will happen. */
    record OnItsWay(String what) implements SoakVerdict {}

    /** It is not true. */
    record Untrue(String what) implements SoakVerdict {}
}
