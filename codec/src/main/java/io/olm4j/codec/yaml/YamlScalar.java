package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import io.olm4j.codec.go.GoNumbers;
import io.olm4j.codec.json.JsonTrees;

/** A YAML scalar with the type that go-yaml gives it. Its text as a key differs from its text as a value. */
sealed interface YamlScalar {
    /** The JSON value; throws a {@link YamlProblem} if JSON cannot represent it. */
    ValueNode value();

    /** The text as a key; throws a {@link YamlProblem} if it cannot be a key. */
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

    /** An integer of at most 64 bits; if it is unsigned, the sign bit is part of the value. */
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

    /** An integer that stays exact instead of becoming a float. */
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
