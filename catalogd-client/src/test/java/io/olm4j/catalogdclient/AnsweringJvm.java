package io.olm4j.catalogdclient;

import io.olm4j.testsupport.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Starts a main class of the tests, whose answers the test reads, in a process of its own. */
final class AnsweringJvm {
    private static final String ANSWER = "answer: ";

    private AnsweringJvm() {}

    /** The command that runs it; standard output and error belong together. */
    static List<String> command(Class<?> main, String... arguments) {
        return command("-Xmx64m", main, arguments);
    }

    /** The same with another heap. */
    static List<String> command(String heap, Class<?> main, String... arguments) {
        return ChildJvm.command(List.of(heap), main, arguments);
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
        return ChildJvm.builder(command).redirectErrorStream(true).start();
    }
}
