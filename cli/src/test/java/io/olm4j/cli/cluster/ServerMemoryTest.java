package io.olm4j.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServerMemoryTest {

    private static final Path LAUNCHER = Path.of("../dist/src/main/distribution/bin/olm");

    @Test
    void shouldBeThatOfTheLauncherOfADistribution() throws Exception {
        String launcher = Files.readString(LAUNCHER);

        List<String> options = Stream.of("(?m)^ *heap=(-Xmx\\S+)$", "memory=\"\\$heap ([^\"]+)\"", "common=\"(\\S+)")
                .map(Pattern::compile)
                .map(pattern -> pattern.matcher(launcher))
                .peek(matcher -> assertThat(matcher.find()).isTrue())
                .map(matcher -> matcher.group(1))
                .flatMap(text -> Stream.of(text.split("\\s+")))
                .toList();

        assertThat(ServerMemory.OPTIONS).containsExactlyInAnyOrderElementsOf(options);
    }
}
