package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import io.olm4j.codec.go.GoNumbers;
import io.olm4j.codec.json.JsonTrees;

/** A YAML scalar with the type it has in go-yaml; as a key it needs another text than as a value. */
sealed interface YamlScalar {
    /** The JSON value, or a {@link YamlProblem} if JSON has none for it. */
    ValueNode value();

    /** The text it becomes as a key, or a {@link YamlProblem} if it can't be one. */
    String key();

    record Text(String text) implements YamlScalar {
        @Override
        public ValueNode value() {
            return JsonNodeFactory.instance.textNode(text);
        }

        @Override
        public String key() {
            return text;
        }
    }

    record Bool(boolean bool) implements YamlScalar {
        @Override
        public ValueNode value() {
            return JsonNodeFactory.instance.booleanNode(bool);
        }

        @Override
        public String key() {
            return Boolean.toString(bool);
        }
    }

    record Null() implements YamlScalar {
        @Override
        public ValueNode value() {
            return JsonNodeFactory.instance.nullNode();
        }

        @Override
        public String key() {
            throw new YamlProblem("a key must not be null");
        }
    }

    /** An integer of at most 64 bits, the sign bit possibly used for size. */
    record Int(long bits, boolean unsigned) implements YamlScalar {
        @Override
        public ValueNode value() {
            double value = unsigned ? Double.parseDouble(Long.toUnsignedString(bits)) : (double) bits;
            return JsonTrees.number(value);
        }

        @Override
        public String key() {
            if (unsigned) {
                throw new YamlProblem(
                        "the key " + Long.toUnsignedString(bits) + " is too large for an integer; quote it");
            }
            return Long.toString(bits);
        }
    }

    /** An integer that is kept as it is. */
    record ExactInt(long integer) implements YamlScalar {
        @Override
        public ValueNode value() {
            return JsonNodeFactory.instance.numberNode(integer);
        }

        @Override
        public String key() {
            return Long.toString(integer);
        }
    }

    record Real(double real) implements YamlScalar {
        @Override
        public ValueNode value() {
            if (Double.isNaN(real) || Double.isInfinite(real)) {
                throw new YamlProblem("infinity and not-a-number cannot be written as JSON; quote the value");
            }
            return JsonTrees.number(real);
        }

        @Override
        public String key() {
            return GoNumbers.yamlKey(real);
        }
    }
}
