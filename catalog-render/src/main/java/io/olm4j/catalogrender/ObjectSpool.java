package io.olm4j.catalogrender;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.olm4j.fbc.BundleNormalizer;
import io.olm4j.fbc.CatalogOrder;
import io.olm4j.fbc.CatalogWriter;
import io.olm4j.fbc.Meta;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps rendered objects in a file until all are there, as they are printed all or none, in order; the heap holds what
 * orders them.
 */
public final class ObjectSpool implements AutoCloseable {
    private static final int MAX_OBJECTS = 1_000_000;

    private final CatalogWriter.Format format;
    private final FileChannel file;
    private final List<Spooled> objects = new ArrayList<>();
    private long size;

    private record Spooled(Meta header, long offset, int length) {}

    /**
     * Makes an empty spool.
     *
     * @param path a file that is not there yet
     * @param format of the objects in the file and when printed
     * @throws IOException if the file cannot be made
     */
    public ObjectSpool(Path path, CatalogWriter.Format format) throws IOException {
        this.format = format;
        this.file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /**
     * Adds one object, normalised as rendering demands.
     *
     * @throws IOException if the file cannot be written
     * @throws RenderException if there are too many
     */
    public void add(Meta meta) throws IOException {
        if (objects.size() == MAX_OBJECTS) {
            throw new RenderException(
                    "there are more than " + MAX_OBJECTS + " objects; render fewer references at once");
        }
        byte[] text =
                CatalogWriter.text(BundleNormalizer.normalize(meta), format).getBytes(UTF_8);
        Meta header = new Meta(
                meta.schema(), meta.packageName(), meta.name(), meta.blob().objectNode(), meta.location());
        objects.add(new Spooled(header, size, text.length));
        ByteBuffer rest = ByteBuffer.wrap(text);
        while (rest.hasRemaining()) {
            size += file.write(rest, size);
        }
    }

    /**
     * Prints all objects in the order of {@link CatalogOrder}.
     *
     * @throws IOException if the file cannot be read
     */
    public void print(PrintWriter out) throws IOException {
        objects.sort(Comparator.comparing(Spooled::header, CatalogOrder.comparator()));
        for (Spooled object : objects) {
            ByteBuffer text = ByteBuffer.allocate(object.length());
            while (text.hasRemaining() && file.read(text, object.offset() + text.position()) >= 0) {}
            out.print(new String(text.array(), UTF_8));
        }
        out.flush();
        if (out.checkError()) {
            throw new IOException("the output cannot be written: its reader is gone, or the disk is full");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
