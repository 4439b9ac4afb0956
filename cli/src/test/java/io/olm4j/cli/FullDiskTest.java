package io.olm4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.ChildJvm;
import io.olm4j.testsupport.Patience;
import java.io.File;
import java.nio.charset.StandardCharsets;
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
        Process process = ChildJvm.builder(List.of(), Olm.class, arguments.split(" "))
                .redirectOutput(new File("/dev/full"))
                .start();
        try {
            String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(errors)
                    .isEqualTo("olm: the output cannot be written: its reader is gone, or the disk is full\n");
            assertThat(process.waitFor(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isEqualTo(2);
        } finally {
            process.destroyForcibly();
        }
    }
}
