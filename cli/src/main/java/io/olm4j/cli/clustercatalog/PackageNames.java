package io.olm4j.cli.clustercatalog;

import io.olm4j.files.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names of the packages that the catalogs of a cluster had when a command last read them, one file for each address
 * of an API server. The completion of the shell offers them without a request.
 */
public final class PackageNames {

    private static final Logger LOG = LoggerFactory.getLogger(PackageNames.class);

    private final Path file;

    private PackageNames(Path file) {
        this.file = file;
    }

    /** The names in the cache directory of the user. */
    public static PackageNames ofUser(String apiServer) {
        return in(CatalogCache.rootOfUser(), apiServer);
    }

    static PackageNames in(Path root, String apiServer) {
        return new PackageNames(root.resolve(CatalogCache.hash(apiServer) + ".packages"));
    }

    /** The names, sorted; empty if no command has read the catalogs yet. */
    public List<String> read() {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Replaces the names. A cache that cannot be written does not make a command fail. */
    void write(Collection<String> names) {
        try {
            String text = String.join("\n", new TreeSet<>(names));
            AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("The names of packages cannot be kept in {}: {}", file, e.toString());
        }
    }
}
