package io.olm4j.cli.cluster;

import io.olm4j.cli.command.OlmException;
import io.olm4j.files.DirectoryTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a cluster that ended without "olm down" left: its data, its caches and its note.
 *
 * @param state the directory in which they are
 */
record LeftoverData(Path state) {

    /** The directory of the cluster. */
    Path directory() {
        return state.resolve("cluster");
    }

    /** Whether there is data; a cluster that is starting or running uses its own. */
    boolean exists() throws IOException {
        return Files.isDirectory(directory().resolve("etcd")) && !isInUse();
    }

    /**
     * Moves the data to a directory that no cluster uses.
     *
     * @return the directory
     */
    Path keep() throws IOException {
        int number = 1;
        while (Files.exists(kept(number))) {
            number++;
        }
        return Files.move(directory(), kept(number));
    }

    private Path kept(int number) {
        return state.resolve("cluster.kept-" + number);
    }

    /**
     * Removes everything, and the logs too, if there is data.
     *
     * @return whether there was something
     * @throws OlmException if a cluster is just starting
     */
    boolean remove() throws IOException {
        if (isInUse()) {
            throw new OlmException("a cluster is starting in " + directory() + ": wait until \"olm up\" has ended");
        }
        boolean found = Files.exists(directory().resolve("etcd")) || Files.exists(state.resolve("caches"));
        if (found) {
            DirectoryTree.delete(directory());
            DirectoryTree.delete(state.resolve("caches"));
        }
        RunningCluster.forget(state);
        return found;
    }

    /** A cluster holds a lock on this file as long as its process lives. */
    boolean isInUse() throws IOException {
        Path file = directory().resolve("in-use");
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException _) {
            return true;
        }
    }
}
