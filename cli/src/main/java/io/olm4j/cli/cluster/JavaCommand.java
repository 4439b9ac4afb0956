package io.olm4j.cli.cluster;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The command that runs {@code olm} again: on this JVM, from this class path. */
final class JavaCommand {

    /**
     * The system property in which the launcher of a distribution gives its path. The launcher adds the JVM options and
     * the start cache.
     */
    private static final String LAUNCHER = "olm4j.launcher";

    private static final List<String> ACCESS =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    private JavaCommand() {}

    /**
     * A process that stays for long, such as {@code olm run}.
     *
     * @param arguments of {@code olm}
     */
    static List<String> server(List<String> arguments) {
        String launcher = System.getProperty(LAUNCHER);
        if (launcher == null) {
            return command(
                    Stream.concat(ACCESS.stream(), ServerMemory.OPTIONS.stream())
                            .toList(),
                    arguments);
        }
        List<String> command = new ArrayList<>(List.of(launcher));
        command.addAll(arguments);
        return command;
    }

    /**
     * The command. The options of this JVM come first, so that the other one has the same start cache.
     *
     * @param options for the JVM
     * @param arguments of {@code olm}
     */
    static List<String> of(List<String> options, List<String> arguments) {
        Set<String> all =
                new LinkedHashSet<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        all.addAll(ACCESS);
        all.addAll(options);
        return command(all, arguments);
    }

    private static List<String> command(Collection<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.olm4j.cli.Olm"));
        command.addAll(arguments);
        return command;
    }
}
