package io.olm4j.catalogd.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A {@link MetaIndex} in a file: the shared words, then schema, package, name and length of each object, then a
 * checksum.
 */
final class IndexFile {

    private static final int MAGIC = 0x6f6c6d01;
    private static final int BUFFER = 1 << 16;

    private IndexFile() {}

    static void write(MetaIndex index, Path file) throws IOException {
        CRC32C checksum = new CRC32C();
        try (DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(new CheckedOutputStream(Files.newOutputStream(file), checksum), BUFFER))) {
            out.writeInt(MAGIC);
            out.writeInt(index.words().size());
            for (String word : index.words()) {
                writeText(out, word);
            }
            out.writeInt(index.size());
            for (int object = 0; object < index.size(); object++) {
                out.writeInt(index.schemaNumber(object));
                out.writeInt(index.packageNumber(object));
                writeText(out, index.name(object));
                out.writeInt(index.length(object));
            }
            out.flush();
            out.writeLong(checksum.getValue());
        }
    }

    /** @throws IOException if the file cannot be read or is not a complete file that {@link #write} wrote */
    static MetaIndex read(Path file) throws IOException {
        long size = Files.size(file);
        CRC32C checksum = new CRC32C();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            // The checksum covers the consumed bytes only, so its stream wraps the buffered stream.
            DataInputStream checked = new DataInputStream(new CheckedInputStream(in, checksum));
            if (checked.readInt() != MAGIC) {
                throw new IOException(file + " is not an index");
            }
            List<String> words = new ArrayList<>();
            for (int left = count(checked, size); left > 0; left--) {
                words.add(readText(checked, size));
            }
            MetaIndex.Builder index = new MetaIndex.Builder();
            for (int left = count(checked, size); left > 0; left--) {
                String schema = word(words, checked.readInt(), file);
                String pkg = word(words, checked.readInt(), file);
                index.add(schema, pkg, readText(checked, size), checked.readInt());
            }
            if (in.readLong() != checksum.getValue()) {
                throw new IOException(file + " is damaged");
            }
            return index.build();
        }
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInputStream in, long size) throws IOException {
        byte[] bytes = new byte[count(in, size)];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Reads a number of items of at least one byte each. A number above the file's size is refused, so that a damaged
     * file cannot request unlimited memory.
     */
    private static int count(DataInputStream in, long size) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > size) {
            throw new IOException("an index is damaged");
        }
        return count;
    }

    private static String word(List<String> words, int number, Path file) throws IOException {
        if (number < 0 || number >= words.size()) {
            throw new IOException(file + " is damaged");
        }
        return words.get(number);
    }
}
