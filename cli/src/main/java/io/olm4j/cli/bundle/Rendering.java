package io.olm4j.cli.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What came of rendering the bundle in a directory. */
public sealed interface Rendering {

    /** The objects, in the order in which they are listed. */
    record Done(List<ObjectNode> objects) implements Rendering {}

    /** Why there are none, possibly several lines. */
    record Failed(String message) implements Rendering {

        /** The same as one sentence on one line. */
        public String oneLine() {
            return message.replaceAll("\\s*\\n\\s*", "; ");
        }
    }
}
