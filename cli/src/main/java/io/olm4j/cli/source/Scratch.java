package io.olm4j.cli.source;

import io.olm4j.cli.command.AtInterrupt;
import io.olm4j.files.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary directory; it is deleted also if the user interrupts the command. */
public final class Scratch implements AutoCloseable {

    private final Path directory;
    private final AtInterrupt atInterrupt;

    private Scratch(Path directory) {
        this.directory = directory;
        this.atInterrupt = AtInterrupt.run(() -> deleteAsFarAsPossible(directory));
    }

    /**
     * Creates a directory.
     *
     * @param prefix of its name
     * @throws IOException if it cannot be created
     */
    public static Scratch create(String prefix) throws IOException {
        return new Scratch(Files.createTempDirectory(prefix));
    }

    /** Where it is. */
    public Path directory() {
        return directory;
    }

    private static void deleteAsFarAsPossible(Path directory) {
        try {
            DirectoryTree.delete(directory);
        } catch (IOException _) {
            // The program ends: the rest stays, as after a kill.
        }
    }

    /** Deletes it. */
    @Override
    public void close() throws IOException {
        DirectoryTree.delete(directory);
        atInterrupt.close();
    }
}
