package io.olm4j.fbc;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Lists the files of a catalog directory, except the {@code .indexignore} files and the files that these exclude. */
public final class CatalogFiles {
    private static final String IGNORE_FILE = ".indexignore";

    /** Every pattern is compared with every file. */
    private static final int MAX_PATTERNS = 1_000;

    private static final int MAX_IGNORE_BYTES = 64 << 10;

    /** The limit for the characters of all patterns times those of all names: some seconds. */
    private static final long MAX_MATCHING = 2_000_000_000;

    /**
     * A file to be read.
     *
     * @param path its location
     * @param name its path below the catalog's root, with slashes
     */
    public record CatalogFile(Path path, String name) {}

    private CatalogFiles() {}

    /**
     * Walks a directory in lexical order. A link to a file counts as that file; links to directories are not followed.
     *
     * @throws TextSyntaxException if an entry is neither a file nor a directory, and so cannot be read; or if a {@code
     *     .indexignore} is too large or not UTF-8, or all of them have too many patterns
     * @throws IOException if the root is not a directory, or a directory or {@code .indexignore} cannot be read
     */
    public static List<CatalogFile> list(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            throw new IOException("\"" + root + "\" is not a directory");
        }
        List<CatalogFile> all = new ArrayList<>();
        walk(root, "", all);
        IgnoreRules ignored = new IgnoreRules();
        for (CatalogFile file : all) {
            if (isIgnoreFile(file)) {
                ignored.add(directory(file.name()), ignoreText(regular(file)));
                if (ignored.size() > MAX_PATTERNS) {
                    throw new TextSyntaxException(
                            new Location(file.name(), 1),
                            "the catalog has more than " + MAX_PATTERNS + " patterns in files .indexignore; use fewer");
                }
            }
        }
        limitMatching(ignored, all);
        List<CatalogFile> files = new ArrayList<>();
        for (CatalogFile file : all) {
            if (!isIgnoreFile(file) && !ignored.excludes(file.name())) {
                files.add(regular(file));
            }
        }
        return files;
    }

    /** The cost of all matches is at most the product of the lengths. */
    private static void limitMatching(IgnoreRules ignored, List<CatalogFile> files) {
        long names = files.stream().mapToLong(file -> file.name().length()).sum();
        if (ignored.characters() > 0 && names > MAX_MATCHING / ignored.characters()) {
            throw new TextSyntaxException(
                    new Location(IGNORE_FILE, 1),
                    ("the patterns in files .indexignore have %d characters and the names of the files %d, which takes"
                                    + " too long to match; use fewer or shorter patterns")
                            .formatted(ignored.characters(), names));
        }
    }

    private static void walk(Path directory, String prefix, List<CatalogFile> files) throws IOException {
        List<Path> children;
        try (Stream<Path> listed = Files.list(directory)) {
            children = listed.sorted((a, b) ->
                            a.getFileName().toString().compareTo(b.getFileName().toString()))
                    .toList();
        }
        for (Path child : children) {
            String name = prefix + child.getFileName();
            if (Files.isDirectory(child, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
                walk(child, name + "/", files);
            } else {
                files.add(new CatalogFile(child, name));
            }
        }
    }

    private static boolean isIgnoreFile(CatalogFile file) {
        return file.name().equals(IGNORE_FILE) || file.name().endsWith("/" + IGNORE_FILE);
    }

    private static String ignoreText(CatalogFile file) throws IOException {
        Location start = new Location(file.name(), 1);
        try (InputStream in = Files.newInputStream(file.path())) {
            byte[] content = in.readNBytes(MAX_IGNORE_BYTES + 1);
            if (content.length > MAX_IGNORE_BYTES) {
                throw new TextSyntaxException(
                        start,
                        "the file is larger than the limit of " + MAX_IGNORE_BYTES + " bytes; use fewer patterns");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TextSyntaxException(start, "the text is not valid UTF-8");
        }
    }

    private static String directory(String name) {
        return name.substring(0, name.length() - IGNORE_FILE.length());
    }

    /** Refuses all but regular files: others cannot be read, and a pipe would block. */
    private static CatalogFile regular(CatalogFile file) {
        if (Files.isRegularFile(file.path())) {
            return file;
        }
        String kind = Files.isDirectory(file.path())
                ? "it is a link to a directory; copy the directory here"
                : Files.exists(file.path()) ? "it is not a regular file" : "it is a link to nothing";
        throw new TextSyntaxException(new Location(file.name(), 1), "the file cannot be read: " + kind);
    }
}
