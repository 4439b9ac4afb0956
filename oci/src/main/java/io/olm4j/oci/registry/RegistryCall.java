package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageReference;
import java.io.IOException;
import java.util.Set;
import okhttp3.Request;
import okhttp3.Response;

/**
 * One request to a registry, and the reader of its answer.
 *
 * @param what the description of the request in messages: {@code reading manifest v1 in quay.io/a/b}
 * @param repository the repository of the request
 * @param actions the actions that it needs: {@code pull} or {@code pull,push}
 * @param request the request, without authorization
 * @param alsoAccepted status codes beside 2xx that the reader understands
 * @param reader reads the answer, again at every attempt
 */
record RegistryCall<T>(
        String what,
        ImageReference repository,
        String actions,
        Request request,
        Set<Integer> alsoAccepted,
        AnswerReader<T> reader) {

    static final String PULL = "pull";
    static final String PUSH = "pull,push";

    /** Whether it belongs to a push. */
    boolean writes() {
        return actions.equals(PUSH);
    }

    /** Reads an accepted answer. */
    @FunctionalInterface
    interface AnswerReader<T> {
        /**
         * Reads the status, headers and body.
         *
         * @throws IOException if the connection breaks; the request is then retried
         * @throws ContentException if the received content is wrong
         */
        T read(Response response) throws IOException, ContentException;
    }
}
