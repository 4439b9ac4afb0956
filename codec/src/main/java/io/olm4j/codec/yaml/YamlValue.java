package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import org.jspecify.annotations.Nullable;

/**
 * A finished YAML node and what it costs when an alias repeats it.
 *
 * @param container the tree of a list or an object; a scalar has none
 * @param scalar set if it is a scalar
 * @param merge whether it is a merge key when it stands as a key
 * @param nodes how many nodes it consists of, aliases expanded
 * @param characters how much text they hold
 * @param depth how many lists and objects are nested in it
 */
record YamlValue(
        @Nullable JsonNode container,
        @Nullable YamlScalar scalar,
        boolean merge,
        long nodes,
        long characters,
        int depth) {

    static YamlValue scalar(YamlScalar scalar, String text, boolean merge) {
        return new YamlValue(null, scalar, merge, 1, text.length(), 0);
    }

    /** The same node where an alias stands: never a merge key. */
    YamlValue asAlias() {
        return merge ? new YamlValue(container, scalar, false, nodes, characters, depth) : this;
    }

    JsonNode tree() {
        if (container != null) {
            return container;
        }
        return scalar == null ? NullNode.getInstance() : scalar.value();
    }

    String key() {
        if (scalar == null) {
            throw new YamlProblem("a list or an object cannot be a key");
        }
        return scalar.key();
    }
}
