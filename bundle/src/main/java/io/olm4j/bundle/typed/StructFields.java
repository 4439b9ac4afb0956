package io.olm4j.bundle.typed;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fields of a struct, and quickly those of them that matter for an object: most structs have many more than any object sets. */
final class StructFields {
    private final List<Field> all;
    private final Map<String, Integer> positions = new HashMap<>();
    /** Those that Go encodes even if they are absent. */
    private final BitSet always = new BitSet();

    StructFields(List<Field> all) {
        this.all = List.copyOf(all);
        for (int i = 0; i < all.size(); i++) {
            positions.put(all.get(i).name(), i);
            always.set(i, !isLeftOutWhenAbsent(all.get(i)));
        }
    }

    /** In the order in which Go encodes them. */
    List<Field> all() {
        return all;
    }

    /** The positions of the fields that an object with these keys is encoded with, at most. */
    BitSet positions(Iterable<String> keys) {
        BitSet wanted = (BitSet) always.clone();
        for (String key : keys) {
            Integer position = positions.get(key);
            if (position != null) {
                wanted.set(position);
            }
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
