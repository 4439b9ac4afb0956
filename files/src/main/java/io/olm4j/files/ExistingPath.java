package io.olm4j.files;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Tells the path of a file from other text, such as the reference of an image. */
public final class ExistingPath {

    private ExistingPath() {}

    /** The path that a text is; empty if nothing exists there, or if no path can be like this. */
    public static Optional<Path> of(String text) {
        try {
            return Optional.of(Path.of(text)).filter(path -> !text.isEmpty() && Files.exists(path));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
