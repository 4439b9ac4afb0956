package io.olm4j.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.IdentityHashMap;

/** The file of each object of a bundle. Two objects with the same content may be in different files. */
public final class ObjectFiles {
    private final IdentityHashMap<ObjectNode, String> files = new IdentityHashMap<>();

    public ObjectFiles() {}

    public void put(ObjectNode object, String file) {
        files.put(object, file);
    }

    /**
     * The file that contains an object, with {@code /} between folders.
     *
     * @throws IllegalArgumentException if the object does not belong to the bundle
     */
    public String of(ObjectNode object) {
        String file = files.get(object);
        if (file == null) {
            throw new IllegalArgumentException("not an object of this bundle: " + RegistryV1.describe(object));
        }
        return file;
    }
}
