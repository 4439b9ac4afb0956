package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds and reads configuration files. */
final class ConfigFiles {

    /** Much larger than any file written by hand or by an operator. */
    private static final int MAX_BYTES = 4 << 20;

    private ConfigFiles() {}

    /**
     * The file in the first directory that has it. A link that leads nowhere, or a file that cannot be looked at,
     * counts as a file: its reader then fails, and does not go on as if nothing was configured.
     */
    static Optional<Path> first(List<Path> directories, String name) {
        return directories.stream()
                .map(directory -> directory.resolve(name))
                .filter(file -> !Files.notExists(file, LinkOption.NOFOLLOW_LINKS))
                .findFirst();
    }

    /**
     * The files below {@code name} in all directories, sorted by name. If several directories have a file of the same
     * name, that of the first directory counts.
     */
    static List<Path> dropIns(List<Path> directories, String name, String suffix) throws ImageException {
        TreeMap<String, Path> byName = new TreeMap<>();
        for (Path directory : directories.reversed()) {
            Path dropIns = directory.resolve(name);
            try (Stream<Path> files = Files.list(dropIns)) {
                files.filter(file -> file.toString().endsWith(suffix) && !Files.isDirectory(file))
                        .forEach(file -> byName.put(dropIns.relativize(file).toString(), file));
            } catch (NoSuchFileException none) {
                if (Files.isSymbolicLink(dropIns)) {
                    throw new ConfigException("the link leads nowhere", none).in(dropIns);
                }
            } catch (IOException e) {
                throw ConfigException.of("the directory cannot be listed", e).in(dropIns);
            }
        }
        return List.copyOf(byName.values());
    }

    static byte[] read(Path file) throws ConfigException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw new ConfigException("it is larger than " + MAX_BYTES + " bytes");
            }
            return content;
        } catch (NoSuchFileException e) {
            throw new ConfigException("it does not exist", e);
        } catch (IOException e) {
            throw ConfigException.of("it cannot be read", e);
        }
    }
}
