package io.olm4j.process.management;

import io.olm4j.process.http.RequestHeaders;
import java.util.List;
import java.util.Map;

/**
 * The path, query and headers of a request.
 *
 * @param path decoded
 * @param query the values of each parameter
 */
record Question(String path, Map<String, List<String>> query, RequestHeaders headers) {

    Question {
        query = Map.copyOf(query);
    }
}
