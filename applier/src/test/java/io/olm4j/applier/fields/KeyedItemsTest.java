package io.olm4j.applier.fields;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.fields.LooseEquality.Tolerance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyedItemsTest {

    private static final List<JsonNode> VALUES =
            List.copyOf(yaml("{v: ['', a, b, s1, 0, 0.0, 1, 1.0, 1.5, 12345678901, false, true, null, [], {}]}")
                    .path("v")
                    .valueStream()
                    .toList());

    /** What an item must have, without an index. */
    private static boolean hasKeys(JsonNode item, JsonNode keys, boolean defaulted) {
        return keys.properties().stream().allMatch(key -> {
            JsonNode there = item.path(key.getKey());
            return there.isMissingNode() ? defaulted : LooseEquality.contains(there, key.getValue(), Tolerance.EMPTY);
        });
    }

    private static Optional<JsonNode> first(List<JsonNode> items, JsonNode keys, boolean defaulted) {
        return items.stream().filter(item -> hasKeys(item, keys, defaulted)).findFirst();
    }

    private static ObjectNode item(Random random, boolean scalars) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        for (String name : List.of("x", "y")) {
            if (random.nextInt(4) > 0) {
                item.set(name, VALUES.get(random.nextInt(VALUES.size() - (scalars ? 2 : 0))));
            }
        }
        return item;
    }

    @Test
    void shouldFindWhatASearchThroughAllItemsFinds() {
        var random = new Random(1);
        for (int round = 0; round < 2_000; round++) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            for (int i = random.nextInt(12); i > 0; i--) {
                list.add(item(random, false).put("id", i));
            }
            List<JsonNode> left = new ArrayList<>();
            list.forEach(left::add);
            var all = new KeyedItems(list);
            var remaining = new KeyedItems(list);
            for (int i = 0; i < 8; i++) {
                ObjectNode keys = item(random, true);
                String what = keys + " in " + list;

                assertThat(all.first(keys)).as(what).isEqualTo(first(all(list), keys, false));
                assertThat(all.firstDefaulted(keys)).as(what).isEqualTo(first(all(list), keys, true));
                Optional<JsonNode> taken = first(left, keys, false).or(() -> first(left, keys, true));
                taken.ifPresent(left::remove);
                assertThat(remaining.take(keys)).as(what).isEqualTo(taken);
                assertThat(remaining.isEmpty()).as(what).isEqualTo(left.isEmpty());
            }
        }
    }

    private static List<JsonNode> all(JsonNode list) {
        return list.valueStream().toList();
    }

    @Test
    void shouldFindNothingForMoreCombinationsOfKeysThanAListHas() {
        var items = new KeyedItems(yaml("{v: [{x: a}]}").path("v"));

        for (int i = 0; i < 16; i++) {
            assertThat(items.firstDefaulted(yaml("{other" + i + ": a}"))).isPresent();
        }

        assertThat(items.firstDefaulted(yaml("{x: a}"))).isEmpty();
        assertThat(items.firstDefaulted(yaml("{other0: b}"))).isPresent();
        assertThat(items.first(yaml("{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1}")))
                .isEmpty();
    }
}
