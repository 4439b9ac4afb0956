package io.olm4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a process of {@link Olm} says when its output cannot be written. */
class FullDiskTest {

    @ParameterizedTest
    @ValueSource(strings = {"versions match ~1.4 1.4.2", "versions match ~1.4 1.5.0"})
    @EnabledOnOs(OS.LINUX)
    void shouldFailWhateverTheResultIs(String arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Olm.class.getName()));
        command.addAll(List.of(arguments.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(new File("/dev/full"));
        // Java reports these variables on the output that is compared.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(errors)
                    .isEqualTo("olm: the output cannot be written: its reader is gone, or the disk is full\n");
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(2);
        } finally {
            process.destroyForcibly();
        }
    }
}
