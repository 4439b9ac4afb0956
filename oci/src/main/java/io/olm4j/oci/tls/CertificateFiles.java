package io.olm4j.oci.tls;

import io.olm4j.oci.FileStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The certificate files for one registry, and their state. Two of them are equal if no file was changed in between.
 *
 * @param problems why a directory or a file could not be read
 */
record CertificateFiles(List<State> files, List<String> problems) {

    /** More than in any real directory; it limits the cost of a wrong directory. */
    private static final int MAX_FILES = 1000;

    /** The purpose of a file. */
    enum Use {
        AUTHORITY,
        CLIENT_CERTIFICATE,
        CLIENT_KEY
    }

    /** A file and its state. */
    record State(Path path, Use use, FileStamp stamp) {}

    CertificateFiles {
        files = List.copyOf(files);
        problems = List.copyOf(problems);
    }

    /**
     * Finds the files. It lists the directories and reads the attributes of each file, not the content.
     *
     * @param own the directory of the registry
     * @param shared the directory for all registries
     */
    static CertificateFiles find(Optional<Path> own, Optional<Path> shared) {
        List<State> files = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        own.ifPresent(directory -> list(directory, true, files, problems));
        shared.ifPresent(directory -> list(directory, false, files, problems));
        return new CertificateFiles(files, problems);
    }

    boolean areNone() {
        return files.isEmpty() && problems.isEmpty();
    }

    private static void list(Path directory, boolean ofRegistry, List<State> files, List<String> problems) {
        try (Stream<Path> listed = Files.list(directory)) {
            for (Path path : listed.sorted().limit(MAX_FILES).toList()) {
                Optional<Use> use = use(path.getFileName().toString(), ofRegistry);
                if (use.isPresent()) {
                    look(path, use.get(), files, problems);
                }
            }
        } catch (IOException e) {
            problems.add("the certificates in " + directory + " cannot be read");
        }
    }

    /** Adds a file. A deleted file or a broken link becomes a problem and does not affect the other files. */
    private static void look(Path path, Use use, List<State> files, List<String> problems) {
        try {
            files.add(new State(path, use, FileStamp.of(path)));
        } catch (IOException e) {
            problems.add(path + " is ignored: it cannot be read");
        }
    }

    private static Optional<Use> use(String name, boolean ofRegistry) {
        if (name.endsWith(".crt") || (!ofRegistry && name.endsWith(".pem"))) {
            return Optional.of(Use.AUTHORITY);
        }
        if (ofRegistry && name.endsWith(".cert")) {
            return Optional.of(Use.CLIENT_CERTIFICATE);
        }
        return ofRegistry && name.endsWith(".key") ? Optional.of(Use.CLIENT_KEY) : Optional.empty();
    }
}
