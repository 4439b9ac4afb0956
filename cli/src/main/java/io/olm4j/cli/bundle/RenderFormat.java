package io.olm4j.cli.bundle;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.documents.DocumentWriter;
import io.olm4j.codec.json.GoJson;
import java.util.List;

/** How the objects of a bundle are printed; a text ends without a line end. */
enum RenderFormat {
    /** A comment that names the bundle, and a document for each object. */
    YAML {
        @Override
        String text(String directory, List<ObjectNode> objects) {
            StringBuilder text = new StringBuilder("# ").append(oneLine(directory));
            for (ObjectNode object : objects) {
                text.append("\n---\n").append(DocumentWriter.yaml(object).stripTrailing());
            }
            return text.toString();
        }

        @Override
        String error(String directory, BundleRendering.Failed failed) {
            return "# " + oneLine(directory) + ": not rendered: " + oneLine(failed.oneLine());
        }
    },

    /** A line for each bundle, written as Go writes JSON, so that it can be compared with what the original gives. */
    JSONL {
        @Override
        String text(String directory, List<ObjectNode> objects) {
            ObjectNode line = JsonNodeFactory.instance.objectNode().put("bundle", directory);
            line.putArray("objects").addAll(objects);
            return GoJson.encode(line);
        }

        @Override
        String error(String directory, BundleRendering.Failed failed) {
            return GoJson.encode(JsonNodeFactory.instance
                    .objectNode()
                    .put("bundle", directory)
                    .put("error", failed.message()));
        }
    };

    abstract String text(String directory, List<ObjectNode> objects);

    abstract String error(String directory, BundleRendering.Failed failed);

    /** A comment ends with its line. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
