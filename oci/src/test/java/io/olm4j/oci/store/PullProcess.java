package io.olm4j.oci.store;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.testsupport.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Pulls an image in its own process, whose resources tests limit or which they kill. It prints {@code pulled} or the
 * error.
 */
final class PullProcess {

    private PullProcess() {}

    public static void main(String[] arguments) throws ImageException {
        ImageStore store = new ImageStore(Path.of(arguments[0]), RegistryClient.create(RegistryOptions.defaults()));
        try {
            var _ = store.pull(arguments[1], ImageReference.parse(arguments[2]), ImageContent.BUNDLE);
            System.out.println("pulled");
        } catch (ImageException e) {
            System.out.println(e.getMessage());
        }
    }

    /**
     * Starts the process.
     *
     * @param shell the commands that a shell runs before it becomes the process, such as setting limits
     */
    static Process start(String shell, Path store, String owner, ImageReference reference) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", shell + "; exec \"$@\"", "bash"));
        command.addAll(java(PullProcess.class, store.toString(), owner, reference.toString()));
        return start(command);
    }

    /** Starts a process; its output and its errors belong together. */
    static Process start(List<String> command) throws IOException {
        return ChildJvm.builder(command).redirectErrorStream(true).start();
    }

    /** The command line of a small Java process. */
    static List<String> java(Class<?> main, String... arguments) {
        return ChildJvm.command(List.of("-Xmx64m", "--enable-native-access=ALL-UNNAMED"), main, arguments);
    }

    /** The whole output of the process. */
    static String output(Process process) throws IOException {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } finally {
            process.destroyForcibly();
        }
    }
}
