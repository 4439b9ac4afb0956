package io.olm4j.cli.source;

import java.nio.file.Path;

/**
 * The content that an argument names.
 *
 * @param name as the user wrote it, for messages: never the temporary directory of an image
 * @param path the file or directory; it need not exist if the argument can only be a path
 */
public record SourceContent(String name, Path path) {}
