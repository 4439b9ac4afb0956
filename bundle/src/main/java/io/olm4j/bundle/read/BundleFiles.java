package io.olm4j.bundle.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.olm4j.bundle.Finding;
import io.olm4j.codec.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads the files of a bundle directory as text, within limits. It reads nothing outside the directory. */
final class BundleFiles {
    /** More than any bundle needs: the API server limits pod annotations, which come from such a file, to 256 KiB. */
    private static final int MAX_FILE_BYTES = 8 << 20;

    private static final int MAX_TOTAL_BYTES = 64 << 20;
    private static final int MAX_FILES = 2_000;

    /** The text of a file, or the reason why the file cannot be used. */
    sealed interface Content {
        String file();
    }

    record Text(String file, String text) implements Content {}

    record Unusable(Finding finding) implements Content {
        @Override
        public String file() {
            return finding.file();
        }
    }

    private final Path root;
    private long totalBytes;
    private boolean diskFailed;

    BundleFiles(Path root) {
        this.root = root;
    }

    /** Whether the disk failed to read something, so that another attempt or another copy may give other content. */
    boolean diskFailed() {
        return diskFailed;
    }

    Content required(String file) {
        return optional(file).orElseGet(() -> unusable(file, "the bundle has no file \"" + file + "\""));
    }

    Optional<Content> optional(String file) {
        Path path = root.resolve(file);
        try {
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return isBelowAFile(path) ? Optional.empty() : Optional.of(unreadable(file, e));
        }
        return Optional.of(content(file, path));
    }

    /** Whether a path cannot exist, because something above it is no directory. Java has no exception for this. */
    private boolean isBelowAFile(Path path) {
        for (Path above = path.getParent(); above != null && above.startsWith(root); above = above.getParent()) {
            if (Files.exists(above) && !Files.isDirectory(above)) {
                return true;
            }
        }
        return false;
    }

    /** The files of a folder, sorted by name; subfolders give unusable content. */
    List<Content> in(String folder) {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder))) {
            for (Path entry : entries) {
                paths.add(entry);
                if (paths.size() > MAX_FILES) {
                    return List.of(unusable(folder, "\"" + folder + "\" holds more than " + MAX_FILES + " files"));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of(unusable(folder, "the bundle has no folder \"" + folder + "\""));
        } catch (DirectoryIteratorException e) {
            return List.of(unreadable(folder, Objects.requireNonNull(e.getCause())));
        } catch (IOException e) {
            return List.of(unreadable(folder, e));
        }
        paths.sort(Comparator.comparing(path -> path.getFileName().toString()));
        return paths.stream()
                .map(path -> content(folder + "/" + path.getFileName(), path))
                .toList();
    }

    private Content content(String file, Path path) {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory()) {
                return unusable(
                        file,
                        "subdirectories are not allowed within the \"manifests\" directory of the bundle image"
                                + " filesystem: found \"" + file + "\"");
            }
            return attributes.isRegularFile()
                    ? text(file, path)
                    : unusable(file, "\"" + file + "\" is not a regular file");
        } catch (CharacterCodingException e) {
            return unusable(file, "\"" + file + "\" is not UTF-8 text");
        } catch (IOException e) {
            return unreadable(file, e);
        }
    }

    private Content text(String file, Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            totalBytes += bytes.length;
            if (bytes.length > MAX_FILE_BYTES) {
                return unusable(file, "\"" + file + "\" is larger than " + (MAX_FILE_BYTES >> 20) + " MiB");
            }
            if (totalBytes > MAX_TOTAL_BYTES) {
                return unusable(
                        file, "with \"" + file + "\" the bundle is larger than " + (MAX_TOTAL_BYTES >> 20) + " MiB");
            }
            return new Text(
                    file, UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        }
    }

    private static Content unusable(String file, String message) {
        return new Unusable(new Finding(file, "", message));
    }

    private Content unreadable(String file, IOException e) {
        // A folder that is a link may lead in a circle, which is the content of the bundle and not a fault of the disk.
        diskFailed |= !Files.isSymbolicLink(root.resolve(Path.of(file).getName(0)));
        return unusable(file, "\"" + file + "\" cannot be read: " + FileProblem.reason(e));
    }
}
