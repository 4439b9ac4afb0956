package io.olm4j.oci.trust;

import io.olm4j.oci.FileStamp;
import io.olm4j.oci.ImageException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The content of configuration files, which is read again when a file is changed, added or removed. It is thread-safe.
 */
public final class ReloadedConfig<T> {

    /** Finds the files that exist now. */
    public interface Finder {
        List<Path> find() throws ImageException;
    }

    /** Reads the files, first to last. */
    public interface Reader<T> {
        T read(List<Path> files) throws ImageException;
    }

    private record Stamp(Path file, FileStamp state) {}

    private record Loaded<T>(List<Stamp> stamps, T config) {}

    private final Finder finder;
    private final Reader<T> reader;
    private Optional<Loaded<T>> loaded = Optional.empty();

    public ReloadedConfig(Finder finder, Reader<T> reader) {
        this.finder = finder;
        this.reader = reader;
    }

    /**
     * The current content of the files.
     *
     * @throws ImageException if a file is missing or malformed; the message names it
     */
    public synchronized T current() throws ImageException {
        List<Path> files = finder.find();
        List<Stamp> stamps = new ArrayList<>();
        for (Path file : files) {
            stamps.add(stamp(file));
        }
        if (loaded.isEmpty() || !loaded.get().stamps().equals(stamps)) {
            loaded = Optional.of(new Loaded<>(stamps, reader.read(files)));
        }
        return loaded.get().config();
    }

    private static Stamp stamp(Path file) throws ImageException {
        try {
            return new Stamp(file, FileStamp.of(file));
        } catch (NoSuchFileException e) {
            throw new ConfigException("it does not exist", e).in(file);
        } catch (IOException e) {
            throw ConfigException.of("it cannot be read", e).in(file);
        }
    }
}
