package io.olm4j.process.http;

import java.util.List;
import java.util.Optional;

/** The header fields of a request. */
@FunctionalInterface
public interface RequestHeaders {

    /** The values of a field, empty if the request does not have it; the case of the name does not matter. */
    List<String> all(String name);

    default Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }
}
