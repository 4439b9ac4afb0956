package io.olm4j.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.olm4j.cli.output.ResultFormat.Names;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests what a process of {@link ResultOptions} prints of names at a terminal. */
class TerminalNamesTest {

    private static final Path SCRIPT = Path.of("/usr/bin/script");

    /** What runs at the terminal. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
            ResultOptions output = ResultOptions.of(new Names());
            output.printList(out, List.of("package/a\u001b[31m"), List.of(), Function.identity());
            output.printOne(out, "", (_, _) -> {}, "package/b\u001b[31m");
        }
    }

    @Test
    void shouldShowControlCharactersInNames() throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                        SCRIPT.toString(),
                        "--quiet",
                        "--command",
                        "'" + java + "' -cp \"$CLASSES\" "
                                + Program.class.getName().replace("$", "\\$"),
                        "/dev/null")
                .redirectErrorStream(true);
        builder.environment().put("CLASSES", System.getProperty("java.class.path"));
        // Java reports these variables on the output that is compared.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));

        Process process = builder.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(printed.lines()).containsExactly("package/a<U+001B>[31m", "package/b<U+001B>[31m");
    }
}
