package io.olm4j.catalogd.store;

import io.olm4j.fbc.MetaHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The position of each object in the content of a catalog. It is held in memory and takes about 20 bytes per object,
 * plus the object's name.
 */
public final class MetaIndex {

    /** Words that many objects share, by number. */
    private final List<String> words;

    /** One entry per object, in the order of the content. */
    private final int[] schemas;

    private final int[] packages;
    private final String[] names;

    /** The offset of each object in bytes; the last entry is the end of the content. */
    private final long[] offsets;

    MetaIndex(List<String> words, int[] schemas, int[] packages, String[] names, long[] offsets) {
        this.words = List.copyOf(words);
        this.schemas = schemas;
        this.packages = packages;
        this.names = names;
        this.offsets = offsets;
    }

    /** Builds an index from one object after the other. */
    static final class Builder {

        private final Map<String, Integer> words = new LinkedHashMap<>();
        private int[] schemas = new int[1024];
        private int[] packages = new int[1024];
        private String[] names = new String[1024];
        private long[] offsets = new long[1024];
        private int size;

        /** Adds the next object. */
        void add(MetaHeader header, int length) {
            add(header.schema(), header.packageName(), header.name(), length);
        }

        void add(String schema, String pkg, String name, int length) {
            if (size + 1 == offsets.length) {
                int larger = size * 2;
                schemas = Arrays.copyOf(schemas, larger);
                packages = Arrays.copyOf(packages, larger);
                names = Arrays.copyOf(names, larger);
                offsets = Arrays.copyOf(offsets, larger);
            }
            schemas[size] = number(schema);
            packages[size] = number(pkg);
            names[size] = name;
            offsets[size + 1] = offsets[size] + length;
            size++;
        }

        MetaIndex build() {
            return new MetaIndex(
                    new ArrayList<>(words.keySet()),
                    Arrays.copyOf(schemas, size),
                    Arrays.copyOf(packages, size),
                    Arrays.copyOf(names, size),
                    Arrays.copyOf(offsets, size + 1));
        }

        private int number(String word) {
            Integer known = words.get(word);
            if (known == null) {
                known = words.size();
                words.put(word, known);
            }
            return known;
        }
    }

    /** The number of objects. */
    int size() {
        return names.length;
    }

    /** The length of the indexed content in bytes. */
    long contentLength() {
        return offsets[size()];
    }

    List<String> words() {
        return words;
    }

    int schemaNumber(int object) {
        return schemas[object];
    }

    int packageNumber(int object) {
        return packages[object];
    }

    String name(int object) {
        return names[object];
    }

    int length(int object) {
        return (int) (offsets[object + 1] - offsets[object]);
    }

    /** The sections of the objects that match, in the order of the content; adjacent sections are joined. */
    public List<Section> find(MetasQuery query) {
        int schema = words.indexOf(query.schema());
        int pkg = words.indexOf(query.pkg());
        int none = words.indexOf("");
        List<Section> sections = new ArrayList<>();
        for (int object = 0; object < size(); object++) {
            boolean matches = (query.schema().isEmpty() ? schemas[object] != none : schemas[object] == schema)
                    && (query.pkg().isEmpty() || packages[object] == pkg)
                    && (query.name().isEmpty() || names[object].equals(query.name()));
            if (matches) {
                append(sections, offsets[object], offsets[object + 1]);
            }
        }
        return sections;
    }

    private static void append(List<Section> sections, long start, long end) {
        if (!sections.isEmpty()) {
            Section last = sections.getLast();
            if (last.offset() + last.length() == start) {
                sections.set(sections.size() - 1, new Section(last.offset(), end - last.offset()));
                return;
            }
        }
        sections.add(new Section(start, end - start));
    }
}
