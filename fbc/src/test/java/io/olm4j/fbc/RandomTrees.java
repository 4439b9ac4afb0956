package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.JsonTrees;
import java.util.List;
import java.util.Random;

/** Creates trees of values that are hard to write. */
final class RandomTrees {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final List<String> NASTY = List.of(
            "",
            " ",
            "  ",
            "y",
            "n",
            "Y",
            "yes",
            "No",
            "on",
            "OFF",
            "true",
            "False",
            "null",
            "~",
            "nUll",
            "1",
            "-1",
            "+1",
            "007",
            "0o17",
            "0b11",
            "0x1F",
            "1_000",
            "1e3",
            "1E+3",
            "1e400",
            ".5",
            "5.",
            "1.10",
            "1.10.0",
            "1.2.3",
            ".inf",
            "-.Inf",
            ".NaN",
            "1:20",
            "190:20:30",
            "-1:20.5",
            "2020-01-01",
            "2020-01-01T00:00:00Z",
            "2020-01-01 x",
            "=",
            "<<",
            "-",
            "- a",
            "--",
            "---",
            "--- a",
            "...",
            "?",
            "? a",
            ":",
            ": a",
            "a: b",
            "a:",
            "a:b",
            "a #b",
            "a#b",
            "#a",
            "&a",
            "*a",
            "!a",
            "|",
            ">",
            "'",
            "''",
            "\"",
            "\"a",
            "'a'",
            "%a",
            "@a",
            "`a",
            "[",
            "]",
            "[]",
            "{",
            "}",
            "{}",
            "{a: b}",
            "a, b",
            ",a",
            "a]",
            "\\",
            "\\n",
            "a\\b\"c'd",
            " a",
            "a ",
            "\ta",
            "a\t",
            "a\tb",
            "\n",
            "\n\n",
            "a\n",
            "a\n\n",
            "a\nb",
            "a\nb\n",
            "a\nb\n\n\n",
            "\na",
            " a\nb",
            "a\n b",
            "a\n  \nb",
            "a\n\n b\n",
            "a\n  ",
            "a \nb ",
            "a\n\tb",
            "\ta\nb",
            "a\tb\nc",
            "a: b\n# c\n",
            "---\na",
            "a\n---\nb",
            "a\n...\nb",
            "# a\nb",
            "- a\n- b\n",
            "%a\nb",
            "a\r\nb",
            "a\rb",
            "\r",
            "\u0000",
            "\u0007a",
            "\u001b[0m",
            "\u007f",
            "\u0085",
            "a\u0085b",
            "a\nb\u0085c",
            "\u00a0",
            "\u00a0a",
            "a\u00a0",
            "\u00a0a\nb",
            "\u2028",
            "a\u2028b",
            "a\nb\u2029",
            "\ufeff",
            "\ufeffa",
            "a\nb\ufeff",
            "\ufffe",
            "\uffff",
            "\ufffd",
            "\u00e9",
            "\u4e2d\u6587",
            "\ud83d\ude00",
            "a\ud83d\ude00\nb",
            "\u202e",
            "\u200b",
            "<&>",
            "a".repeat(1100),
            "x y ".repeat(400),
            "\n a".repeat(50),
            "a\n".repeat(300),
            "\"".repeat(600),
            "\u2028".repeat(300),
            "k: v ".repeat(300));

    private static final String ALPHABET =
            "ab1 \n\t:#-?,[]{}&*!|>'\"%@`=<.\\~_+eyn\r\u0000\u0085\u00a0\u2028\ufeff\u00e9\ud83d\ude00";

    private final Random random;

    RandomTrees(long seed) {
        this.random = new Random(seed);
    }

    /** An object whose keys differ by more than case. */
    ObjectNode document() {
        ObjectNode document = NODES.objectNode().put("schema", "custom");
        for (int i = random.nextInt(6); i >= 0; i--) {
            document.set("k" + i + string().toLowerCase(java.util.Locale.ROOT), tree(0));
        }
        return document.set("nasty", object(0));
    }

    private JsonNode tree(int depth) {
        return switch (random.nextInt(depth > 40 ? 5 : 9)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> number();
            case 3, 4 -> NODES.textNode(string());
            case 5, 6 -> list(depth);
            default -> object(depth);
        };
    }

    private ArrayNode list(int depth) {
        ArrayNode list = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(tree(depth + 1));
        }
        return list;
    }

    private ObjectNode object(int depth) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set(string(), tree(depth + 1));
        }
        return object;
    }

    private JsonNode number() {
        return JsonTrees.number(
                switch (random.nextInt(6)) {
                    case 0 -> random.nextInt(100) - 50;
                    case 1 -> random.nextLong();
                    case 2 -> -0.0;
                    case 3 -> Math.pow(10, random.nextInt(600) - 300);
                    case 4 -> Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
                    default -> random.nextInt() / 100.0;
                });
    }

    private String string() {
        return switch (random.nextInt(3)) {
            case 0 -> NASTY.get(random.nextInt(NASTY.size()));
            case 1 -> NASTY.get(random.nextInt(NASTY.size())) + NASTY.get(random.nextInt(NASTY.size()));
            default -> {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(12); i > 0; i--) {
                    int at = random.nextInt(ALPHABET.codePointCount(0, ALPHABET.length()));
                    text.appendCodePoint(ALPHABET.codePointAt(ALPHABET.offsetByCodePoints(0, at)));
                }
                yield text.toString();
            }
        };
    }
}
