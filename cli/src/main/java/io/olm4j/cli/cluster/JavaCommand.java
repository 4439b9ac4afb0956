package io.olm4j.cli.cluster;

import java.util.ArrayList;
import java.util.List;

/** The command that runs {@code olm} again: on this JVM, from this class path. */
final class JavaCommand {

    private JavaCommand() {}

    /**
     * The command.
     *
     * @param options for the JVM
     * @param arguments of {@code olm}
     */
    static List<String> of(List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(options);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.olm4j.cli.Olm"));
        command.addAll(arguments);
        return command;
    }
}
