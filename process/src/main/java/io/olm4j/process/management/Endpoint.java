package io.olm4j.process.management;

/** Answers the requests for a path and the paths below it. */
@FunctionalInterface
interface Endpoint {

    Answer answer(Question question);
}
