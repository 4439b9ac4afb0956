package io.olm4j.catalogd.store;

import io.olm4j.fbc.MetaHeader;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The position of each object in the content of a catalog. It is held in memory and takes about 20 bytes per object,
 * plus the object's name.
 */
public final class MetaIndex {

    /** Words that many objects share, sorted; the number of a word is its place. */
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

        private final Map<String, Integer> words = new HashMap<>();
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

        /** Numbers the words by their order, so that a word can be found. */
        MetaIndex build() {
            List<String> sorted = words.keySet().stream().sorted().toList();
            int[] places = new int[sorted.size()];
            for (int place = 0; place < places.length; place++) {
                places[number(sorted.get(place))] = place;
            }
            return new MetaIndex(
                    sorted,
                    numbered(schemas, places),
                    numbered(packages, places),
                    Arrays.copyOf(names, size),
                    Arrays.copyOf(offsets, size + 1));
        }

        private int[] numbered(int[] numbers, int[] places) {
            int[] numbered = new int[size];
            for (int object = 0; object < size; object++) {
                numbered[object] = places[numbers[object]];
            }
            return numbered;
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

    /**
     * The sections of the objects that match, in the order of the content; adjacent sections are joined. Each iteration
     * searches again.
     */
    public Iterable<Section> find(MetasQuery query) {
        return () -> new Matches(query);
    }

    private final class Matches implements Iterator<Section> {

        private final MetasQuery query;

        /** The numbers of the words of the query; negative for a word that no object has. */
        private final int schema;

        private final int pkg;
        private final int none;

        /** The next object that matches; the number of all objects if there is none. */
        private int next;

        Matches(MetasQuery query) {
            this.query = query;
            this.schema = Collections.binarySearch(words, query.schema());
            this.pkg = Collections.binarySearch(words, query.pkg());
            this.none = Collections.binarySearch(words, "");
            this.next = end(0, false);
        }

        @Override
        public boolean hasNext() {
            return next < size();
        }

        @Override
        public Section next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            long start = offsets[next];
            int end = end(next, true);
            next = end(end, false);
            return new Section(start, offsets[end] - start);
        }

        /** The end of the run of objects that match, or do not match. */
        private int end(int object, boolean matching) {
            int end = object;
            while (end < size() && matches(end) == matching) {
                end++;
            }
            return end;
        }

        private boolean matches(int object) {
            return (query.schema().isEmpty() ? schemas[object] != none : schemas[object] == schema)
                    && (query.pkg().isEmpty() || packages[object] == pkg)
                    && (query.name().isEmpty() || names[object].equals(query.name()));
        }
    }
}
