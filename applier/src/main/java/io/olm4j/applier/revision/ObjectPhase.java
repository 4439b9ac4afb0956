package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A named phase with the full content of its objects. */
public record ObjectPhase(String name, List<ObjectNode> objects) {

    public ObjectPhase {
        objects = List.copyOf(objects);
    }
}
