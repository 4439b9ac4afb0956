package io.olm4j.process.management;

import io.olm4j.process.http.RequestHeaders;
import java.util.List;
import java.util.Map;

/**
 * What is asked for.
 *
 * @param path as sent, decoded
 * @param query the values of each parameter
 */
record Question(String path, Map<String, List<String>> query, RequestHeaders headers) {

    Question {
        query = Map.copyOf(query);
    }
}
