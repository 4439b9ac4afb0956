package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import org.jspecify.annotations.Nullable;

/**
 * A complete YAML node and its cost when an alias repeats it.
 *
 * @param container the tree of a list or an object; a scalar has none
 * @param scalar set if it is a scalar
 * @param merge whether it is a merge key if it is used as a key
 * @param nodes the number of its nodes, aliases expanded
 * @param characters the number of characters in these nodes
 * @param depth the number of levels of lists and objects in it
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

    /** The same node in place of an alias, where it is never a merge key. */
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
