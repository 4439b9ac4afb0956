package io.olm4j.cli.bundle;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm bundle unpack}. */
@Command(
        name = "unpack",
        description = {
            "Pulls the image of a bundle with your credentials and writes its manifests and metadata to a directory."
                    + " Prints the reference by digest.",
            "It writes regular files only, and leaves out links. Your credentials must allow the pull;"
                    + " the command does not use the cluster."
        },
        mixinStandardHelpOptions = true)
final class UnpackCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IMAGE", description = "The image, as REGISTRY/REPOSITORY:TAG or @DIGEST.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String image;

    @Parameters(index = "1", paramLabel = "DIR", description = "The directory; it must be empty or not exist.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path directory;

    @Override
    public Integer call() throws IOException {
        if (Files.exists(directory) && !isEmptyDirectory(directory)) {
            throw new OlmException(directory + " is not an empty directory: name one that is empty or does not exist");
        }
        try (ContentSource source = ContentSource.ofBundles()) {
            UnpackedImage bundle = source.pull(image);
            if (!Files.isDirectory(bundle.root().resolve("manifests"))) {
                throw new OlmException(image + " is not the image of a bundle, because it has no directory manifests:"
                        + " name the image of a bundle; \"olm catalog render\" prints the content of a catalog");
            }
            copy(bundle.root());
            spec.commandLine().getOut().println(bundle.canonical());
        }
        return ExitCode.OK;
    }

    private static boolean isEmptyDirectory(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (Stream<Path> children = Files.list(path)) {
            return children.findAny().isEmpty();
        }
    }

    /** Copies the content alone: the unpacked image is read-only, and the copy belongs to the user. */
    private void copy(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = directory.resolve(root.relativize(file).toString());
                if (Files.isSymbolicLink(file)) {
                    continue;
                }
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    try (var in = Files.newInputStream(file)) {
                        Files.copy(in, copy);
                    }
                }
            }
        }
    }
}
