package io.olm4j.catalogdclient;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Starts a main class of the tests in a process of its own. */
final class ChildJvm {
    private static final String ANSWER = "answer: ";

    private ChildJvm() {}

    /** The command that runs it; standard output and error belong together. */
    static List<String> command(Class<?> main, String... arguments) {
        return command("-Xmx64m", main, arguments);
    }

    /** The same with another heap. */
    static List<String> command(String heap, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Called by the child: sends an answer to the parent, in addition to the log. */
    static void answer(String text) {
        System.out.println(ANSWER + text);
    }

    /** The answers of the child, as a stream that waits for further answers or for the end of the child. */
    static Stream<String> answers(BufferedReader output) {
        return output.lines().filter(line -> line.startsWith(ANSWER)).map(line -> line.substring(ANSWER.length()));
    }

    static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
