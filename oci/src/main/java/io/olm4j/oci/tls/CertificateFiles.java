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
 * The certificate files that concern one registry, and the state they are in: equal as long as none was touched.
 *
 * @param problems why a directory or a file could not be looked into
 */
record CertificateFiles(List<State> files, List<String> problems) {

    /** More than in any real directory; it bounds the cost of a wrong one. */
    private static final int MAX_FILES = 1000;

    /** What a file is for. */
    enum Use {
        AUTHORITY,
        CLIENT_CERTIFICATE,
        CLIENT_KEY
    }

    /** A file as it was found. */
    record State(Path path, Use use, FileStamp stamp) {}

    CertificateFiles {
        files = List.copyOf(files);
        problems = List.copyOf(problems);
    }

    /** Looks at the files; costs a listing and the attributes of each file. */
    static CertificateFiles find(CertificateDirectories directories, String registry) {
        List<State> files = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        directories.of(registry).ifPresent(directory -> list(directory, true, files, problems));
        directories.shared().ifPresent(directory -> list(directory, false, files, problems));
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

    /** A file that goes meanwhile, or a link that leads nowhere, does not hide the others. */
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
