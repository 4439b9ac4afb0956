package io.olm4j.process.http;

import java.util.List;
import java.util.Optional;

/** The header fields of a request. */
@FunctionalInterface
public interface RequestHeaders {

    /** The values of a field, none if it is not there; the case of the name does not matter. */
    List<String> all(String name);

    default Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }
}
