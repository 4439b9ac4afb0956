package io.olm4j.controller.objectset;

import java.util.Optional;
import java.util.function.Supplier;

/** A question that is asked when its answer is first needed, and not again once it is answered. */
final class Once<T> {

    private final Supplier<T> question;
    private Optional<T> answer = Optional.empty();

    Once(Supplier<T> question) {
        this.question = question;
    }

    /** The answer; several threads wait for the same question. An exception of the question is no answer. */
    synchronized T get() {
        T known = answer.orElseGet(question);
        answer = Optional.of(known);
        return known;
    }

    /** The answer if the question was asked. */
    synchronized Optional<T> known() {
        return answer;
    }
}
