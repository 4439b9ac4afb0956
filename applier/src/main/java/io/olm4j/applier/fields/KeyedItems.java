package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds items of a list by their keys, as managed fields name them. A list can have tens of thousands of items, so it
 * is not searched for each of them: it is indexed once for each {@linkplain Key combination of keys}. The keys are
 * compared {@linkplain LooseEquality loosely}: an empty key also fits what a default may have replaced.
 */
final class KeyedItems {

    /** A list has few combinations of keys, but others can write the managed fields. No item is found beyond that. */
    private static final int MAX_INDEXES = 16;

    private static final int MAX_KEYS = 8;

    private final List<JsonNode> items = new ArrayList<>();
    private final BitSet taken = new BitSet();
    private final Map<List<Key>, Index> indexes = new HashMap<>();

    KeyedItems(JsonNode list) {
        list.forEach(items::add);
    }

    /** The name of a key, and which values of an item fit the wanted value. */
    private record Key(String name, Fit fit) {}

    private enum Fit {
        SAME,
        ANY,
        ANY_TEXT,
        ZERO,
        FALSE;

        static Optional<Fit> of(JsonNode wanted) {
            return switch (wanted.getNodeType()) {
                case NULL, MISSING -> Optional.of(ANY);
                case STRING -> Optional.of(wanted.asText().isEmpty() ? ANY_TEXT : SAME);
                case NUMBER -> Optional.of(isZero(wanted) ? ZERO : SAME);
                case BOOLEAN -> Optional.of(wanted.asBoolean() ? SAME : FALSE);
                case ARRAY, BINARY, OBJECT, POJO -> Optional.empty(); // The API server admits no such key.
            };
        }

        /** A text that is equal for all values that fit the same wanted value; empty if the value does not fit. */
        Optional<String> form(JsonNode value) {
            boolean fits = value.isNull()
                    || switch (this) {
                        case SAME -> false;
                        case ANY -> true;
                        case ANY_TEXT -> value.isTextual();
                        case ZERO -> value.isNumber() && isZero(value);
                        case FALSE -> value.isBoolean() && !value.asBoolean();
                    };
            return this == SAME ? scalar(value) : fits ? Optional.of("*") : Optional.empty();
        }

        private static Optional<String> scalar(JsonNode value) {
            return switch (value.getNodeType()) {
                case STRING -> Optional.of("s" + value.asText().length() + ":" + value.asText());
                case NUMBER -> Optional.of("n" + number(value) + ";");
                case BOOLEAN -> Optional.of(value.asBoolean() ? "t" : "f");
                case ARRAY, BINARY, MISSING, NULL, OBJECT, POJO -> Optional.empty();
            };
        }

        private static boolean isZero(JsonNode number) {
            return number.doubleValue() == 0 && number.decimalValue().signum() == 0;
        }

        private static String number(JsonNode number) {
            return Double.isFinite(number.doubleValue()) || number.isBigInteger()
                    ? number.decimalValue().stripTrailingZeros().toString()
                    : number.asText();
        }
    }

    /**
     * The positions of the items.
     *
     * @param absent the sets of keys that items lack, as bits
     */
    private record Index(Map<String, Deque<Integer>> positions, Set<Integer> absent) {}

    /** The first item that has these keys. */
    Optional<JsonNode> first(JsonNode keys) {
        return find(keys, false).map(items::get);
    }

    /** The first item that has these keys or lacks some of them, for example the protocol of a port. */
    Optional<JsonNode> firstDefaulted(JsonNode keys) {
        return find(keys, true).map(items::get);
    }

    /** Takes away the first item that has these keys or, if there is none, the first one that lacks some of them. */
    Optional<JsonNode> take(JsonNode keys) {
        Optional<Integer> position = find(keys, false).or(() -> find(keys, true));
        position.ifPresent(taken::set);
        return position.map(items::get);
    }

    /** Whether all items were taken. */
    boolean isEmpty() {
        return taken.cardinality() == items.size();
    }

    private Optional<Integer> find(JsonNode keys, boolean defaulted) {
        List<Key> names = new ArrayList<>();
        for (Map.Entry<String, JsonNode> key : keys.properties()) {
            Optional<Fit> fit = Fit.of(key.getValue());
            if (fit.isEmpty() || names.size() == MAX_KEYS) {
                return Optional.empty();
            }
            names.add(new Key(key.getKey(), fit.get()));
        }
        if (!indexes.containsKey(names) && indexes.size() == MAX_INDEXES) {
            return Optional.empty();
        }
        Index index = indexes.computeIfAbsent(names, this::index);
        return (defaulted ? index.absent().stream() : Stream.of(0))
                .flatMap(absent -> form(names, keys, absent).stream())
                .flatMap(form -> Optional.ofNullable(index.positions().get(form)).flatMap(this::next).stream())
                .min(Comparator.naturalOrder());
    }

    private Index index(List<Key> keys) {
        var index = new Index(new HashMap<>(), new TreeSet<>());
        for (int i = 0; i < items.size(); i++) {
            int position = i;
            int absent = absent(keys, items.get(i));
            form(keys, items.get(i), absent).ifPresent(form -> {
                index.absent().add(absent);
                index.positions().computeIfAbsent(form, _ -> new ArrayDeque<>()).add(position);
            });
        }
        return index;
    }

    private static int absent(List<Key> keys, JsonNode item) {
        int absent = 0;
        for (int i = 0; i < keys.size(); i++) {
            absent |= item.path(keys.get(i).name()).isMissingNode() ? 1 << i : 0;
        }
        return absent;
    }

    /** The keys of an item in one text, without those that are absent; empty if a value does not fit. */
    private static Optional<String> form(List<Key> keys, JsonNode item, int absent) {
        var text = new StringBuilder();
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            Optional<String> form = (absent & (1 << i)) == 0 ? key.fit().form(item.path(key.name())) : Optional.of("-");
            if (form.isEmpty()) {
                return form;
            }
            text.append(form.get());
        }
        return Optional.of(text.toString());
    }

    private Optional<Integer> next(Deque<Integer> positions) {
        while (!positions.isEmpty() && taken.get(positions.getFirst())) {
            positions.removeFirst();
        }
        return Optional.ofNullable(positions.peekFirst());
    }
}
