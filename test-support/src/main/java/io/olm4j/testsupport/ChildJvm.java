package io.olm4j.testsupport;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a main class in a process of its own, with the class path of this process. */
public final class ChildJvm {

    /** Java reports these variables on the output of the process, which tests read. */
    private static final List<String> REPORTED = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    private ChildJvm() {}

    /**
     * The command line.
     *
     * @param jvmFlags further flags of the Java runtime, such as the size of the heap; they take precedence
     */
    public static List<String> command(List<String> jvmFlags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The process before its start. Its environment is that of this one, without what Java would report. */
    public static ProcessBuilder builder(List<String> jvmFlags, Class<?> main, String... arguments) {
        return builder(command(jvmFlags, main, arguments));
    }

    /** The same for a command line that may begin with another program, which runs this one. */
    public static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(REPORTED);
        return builder;
    }
}
