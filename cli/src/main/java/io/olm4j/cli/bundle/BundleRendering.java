package io.olm4j.cli.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The result of rendering the bundle in a directory. */
public sealed interface BundleRendering {

    /** The objects, in the order in which they are listed. */
    record Done(List<ObjectNode> objects) implements BundleRendering {}

    /** Why there are none, possibly several lines. */
    record Failed(String message) implements BundleRendering {

        /** The same as one sentence on one line; the items of a list follow each other. */
        public String oneLine() {
            return message.replaceAll(":\\s*\\n\\s*(- )?", ": ").replaceAll("\\s*\\n\\s*(- )?", "; ");
        }
    }
}
