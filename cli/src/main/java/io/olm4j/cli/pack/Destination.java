package io.olm4j.cli.pack;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.command.Registries;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.ReferenceGrammar;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where an image goes, as the command line names it: a reference in a registry, or {@code oci:DIR[:TAG]}. */
public sealed interface Destination {

    /** How the command line's help calls it. */
    String LABEL = "IMAGE|oci:DIR[:TAG]";

    /**
     * Reads a destination.
     *
     * @throws OlmException if it is none
     */
    static Destination parse(String text) {
        if (text.startsWith("oci:")) {
            String rest = text.substring("oci:".length());
            int colon = rest.lastIndexOf(':');
            boolean tagged = colon > rest.lastIndexOf('/');
            String directory = tagged ? rest.substring(0, colon) : rest;
            if (directory.isEmpty()) {
                throw new OlmException("\"" + text + "\" names no directory: write oci:DIR or oci:DIR:TAG");
            }
            return new Layout(
                    Path.of(directory), tagged ? Optional.of(tag(rest.substring(colon + 1), text)) : Optional.empty());
        }
        try {
            return new Registry(ImageReference.parse(text));
        } catch (ImageException e) {
            throw new OlmException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String tag(String tag, String destination) {
        if (!ReferenceGrammar.TAG_NAME.matcher(tag).matches()) {
            throw new OlmException("\"" + destination + "\" names no tag behind its last colon: a tag has at most 128"
                    + " letters, digits, \"_\", \".\" and \"-\", and does not begin with \".\" or \"-\"");
        }
        return tag;
    }

    /**
     * Writes the image to the destination.
     *
     * @return the name of the image there
     * @throws OlmException if the registry or the layout refuses it
     * @throws IOException if the layout cannot be written
     */
    default String put(BuiltImage image) throws IOException {
        try {
            return switch (this) {
                case Registry(ImageReference reference) -> {
                    var digest = Registries.client().push(reference, image);
                    yield reference.withDigest(digest).toString();
                }
                case Layout(Path directory, Optional<String> tag) -> {
                    new ImageLayout(directory).write(image, tag);
                    yield "oci:" + directory + "@" + image.digest();
                }
            };
        } catch (ImageException e) {
            throw new OlmException(String.valueOf(e.getMessage()), e);
        }
    }

    /** In a registry. */
    record Registry(ImageReference reference) implements Destination {}

    /** In a directory in the OCI image layout. */
    record Layout(Path directory, Optional<String> tag) implements Destination {}
}
