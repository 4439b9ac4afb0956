package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A YAML list or object that is still open. */
abstract sealed class YamlFrame {
    final @Nullable String anchor;
    final boolean flow;

    private long nodes = 1;
    private long characters;
    private int depth;

    private YamlFrame(@Nullable String anchor, boolean flow) {
        this.anchor = anchor;
        this.flow = flow;
    }

    final void add(YamlValue child) {
        nodes += child.nodes();
        characters += child.characters();
        depth = Math.max(depth, child.depth());
        put(child);
    }

    final YamlValue finish() {
        return new YamlValue(container(), null, false, nodes, characters, depth + 1);
    }

    abstract void put(YamlValue child);

    abstract JsonNode container();

    static final class Sequence extends YamlFrame {
        private final ArrayNode array = JsonNodeFactory.instance.arrayNode();

        Sequence(@Nullable String anchor, boolean flow) {
            super(anchor, flow);
        }

        @Override
        void put(YamlValue child) {
            array.add(child.tree());
        }

        @Override
        JsonNode container() {
            return array;
        }
    }

    static final class Mapping extends YamlFrame {
        private final ObjectNode object = JsonNodeFactory.instance.objectNode();
        private @Nullable YamlValue key;

        Mapping(@Nullable String anchor, boolean flow) {
            super(anchor, flow);
        }

        /** Sets keys in the order of the text: as in go-yaml, a merge overrides the keys before it. */
        @Override
        void put(YamlValue child) {
            YamlValue current = key;
            if (current == null) {
                if (!child.merge()) {
                    child.key();
                }
                key = child;
                return;
            }
            key = null;
            if (current.merge()) {
                merge(child.tree());
            } else {
                object.set(current.key(), child.tree());
            }
        }

        private void merge(JsonNode source) {
            if (source instanceof ObjectNode map) {
                object.setAll(map);
                return;
            }
            if (!(source instanceof ArrayNode list)) {
                throw new YamlProblem("the merge key << needs an object or a list of objects");
            }
            for (int i = list.size() - 1; i >= 0; i--) {
                if (!(list.get(i) instanceof ObjectNode map)) {
                    throw new YamlProblem("the merge key << needs an object or a list of objects");
                }
                object.setAll(map);
            }
        }

        @Override
        JsonNode container() {
            return object;
        }
    }
}
