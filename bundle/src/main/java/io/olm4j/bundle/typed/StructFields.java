package io.olm4j.bundle.typed;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The fields of a struct. It quickly finds those that matter for an object, because most structs have many more fields
 * than an object sets.
 */
final class StructFields {
    private final List<Field> all;
    private final Map<String, Integer> positions = new HashMap<>();
    /** The positions of the fields that Go encodes even if they are absent, a bit for each. */
    private final long always;

    StructFields(List<Field> all) {
        if (all.size() > Long.SIZE) {
            throw new IllegalArgumentException("a struct has more fields than a long has bits: " + all);
        }
        this.all = List.copyOf(all);
        long absent = 0;
        for (int i = 0; i < all.size(); i++) {
            positions.put(all.get(i).name(), i);
            absent |= isLeftOutWhenAbsent(all.get(i)) ? 0 : 1L << i;
        }
        this.always = absent;
    }

    /** All fields, in the order in which Go encodes them. */
    List<Field> all() {
        return all;
    }

    /** The positions of the fields that the encoding of an object with these keys can have, a bit for each. */
    long positions(Iterator<String> keys) {
        long wanted = always;
        while (keys.hasNext()) {
            Integer position = positions.get(keys.next());
            wanted |= position == null ? 0 : 1L << position;
        }
        return wanted;
    }

    private static boolean isLeftOutWhenAbsent(Field field) {
        return field.omitZero()
                || (field.omitEmpty()
                        && switch (field.type()) {
                            case FieldType.Pointer _, FieldType.ListOf _, FieldType.MapOf _ -> true;
                            case FieldType.Struct _ -> false;
                            case FieldType.Scalar(ScalarKind kind) -> ScalarValue.isEmpty(ScalarValue.zero(kind), kind);
                        });
    }
}
