package io.olm4j.cli.pack;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.SourceContent;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The parameters of a command that makes an image: a directory, and where its image goes. */
public final class PackParameters {

    @Parameters(index = "0", paramLabel = "DIR", description = "The directory to build the image from.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path directory;

    @Parameters(index = "1", paramLabel = Destination.LABEL, description = "The destination of the image.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String destination;

    /**
     * The directory to build the image from.
     *
     * @throws OlmException if its name is empty, as that of a variable that is not set
     * @throws java.io.UncheckedIOException if it is not there, or not a directory
     */
    public Path directory() {
        if (directory.toString().isEmpty()) {
            throw new OlmException("the name of the directory is empty: name the directory to build the image from");
        }
        return new SourceContent(directory.toString(), directory).directory();
    }

    /**
     * The destination of the image.
     *
     * @throws OlmException if that is nowhere
     */
    public Destination destination() {
        return Destination.parse(destination);
    }
}
