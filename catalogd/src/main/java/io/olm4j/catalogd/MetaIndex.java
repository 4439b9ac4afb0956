package io.olm4j.catalogd;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.olm4j.fbc.Meta;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where in the content of a catalog which object is: one line an object, in the order of the content. */
final class MetaIndex {

    private static final ObjectWriter WRITER = new ObjectMapper().writerFor(Entry.class);
    private static final ObjectReader READER = new ObjectMapper().readerFor(Entry.class);

    /** One object: its schema, package and name, {@code ""} if it has none, and its bytes with the line end. */
    record Entry(String schema, String pkg, String name, long offset, int length) {}

    /** A run of bytes in the content. */
    record Section(long offset, long length) {}

    private MetaIndex() {}

    static void write(OutputStream out, Meta meta, long offset, int length) throws IOException {
        out.write(WRITER.writeValueAsBytes(new Entry(meta.schema(), meta.packageName(), meta.name(), offset, length)));
        out.write('\n');
    }

    /** The objects that match, in the order of the content; neighbours are joined. */
    static List<Section> find(Path index, MetasQuery query) throws IOException {
        List<Section> sections = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(index)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Entry entry = READER.readValue(line);
                if (query.matches(entry)) {
                    append(sections, entry);
                }
            }
        }
        return sections;
    }

    private static void append(List<Section> sections, Entry entry) {
        if (!sections.isEmpty()) {
            Section last = sections.getLast();
            if (last.offset() + last.length() == entry.offset()) {
                sections.set(sections.size() - 1, new Section(last.offset(), last.length() + entry.length()));
                return;
            }
        }
        sections.add(new Section(entry.offset(), entry.length()));
    }
}
