package io.olm4j.process.management;

/** Answers what is asked at a path and below it. */
@FunctionalInterface
interface Endpoint {

    Answer answer(Question question);
}
