package io.olm4j.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.IdentityHashMap;

/**
 * Knows in which file of a bundle each of its objects is; two objects with the same content may be in different files.
 */
public final class ObjectFiles {
    private final IdentityHashMap<ObjectNode, String> files = new IdentityHashMap<>();

    ObjectFiles() {}

    void put(ObjectNode object, String file) {
        files.put(object, file);
    }

    /**
     * The file that an object is in, with {@code /} between folders.
     *
     * @throws IllegalArgumentException if it is none of the bundle's objects
     */
    public String of(ObjectNode object) {
        String file = files.get(object);
        if (file == null) {
            throw new IllegalArgumentException("not an object of this bundle: " + RegistryV1.describe(object));
        }
        return file;
    }
}
