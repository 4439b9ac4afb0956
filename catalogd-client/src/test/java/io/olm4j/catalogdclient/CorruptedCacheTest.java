package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no damage to the files of the cache leads to a wrong answer or to a permanent failure. */
class CorruptedCacheTest {
    private static final int ROUNDS = 300;
    private static final String PINNED = "example.com/catalog@sha256:" + "1".repeat(64);
    private static final List<String> PACKAGES = List.of("foo", "bar", "baz", "none");

    @TempDir
    Path cache;

    private CatalogService service;
    private Map<String, Lookup> right = Map.of();

    @BeforeEach
    void readCatalog() throws IOException {
        service = new CatalogService();
        service.useEtag("\"1\"");
        service.serve(Catalogs.packageOf("foo", "1.0.0")
                + Catalogs.packageOf("bar", "2.0.0")
                + Catalogs.packageOf("baz", "3.0.0"));
        try (CatalogIndex index = newIndex()) {
            index.refresh(service.location(PINNED));
            right = answers(index);
        }
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private CatalogIndex newIndex() {
        return new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry());
    }

    private static Map<String, Lookup> answers(CatalogIndex index) {
        Map<String, Lookup> answers = new LinkedHashMap<>();
        PACKAGES.forEach(name -> answers.put(name, index.lookup("test", name)));
        return answers;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(cache.resolve("test"))) {
            return files.sorted().toList();
        }
    }

    /** Flips a bit of the content, overwrites a part, cuts the content off, or lengthens it. */
    private static byte[] damage(byte[] content, Random random) {
        int position = random.nextInt(content.length);
        byte[] damaged = content.clone();
        switch (random.nextInt(4)) {
            case 0 -> damaged[position] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                byte[] noise = new byte[Math.min(1 + random.nextInt(50), content.length - position)];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, damaged, position, noise.length);
            }
            case 2 -> damaged = Arrays.copyOf(content, position);
            default -> damaged = Arrays.copyOf(content, content.length + 1 + random.nextInt(50));
        }
        return damaged;
    }

    @Test
    void shouldNeverAnswerWronglyWhenAnyFileIsDamaged() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < ROUNDS; round++) {
            // given
            for (Path file : files()) {
                if (random.nextBoolean()) {
                    Files.write(file, damage(Files.readAllBytes(file), random));
                }
            }
            try (CatalogIndex index = newIndex()) {
                // when, then
                answers(index)
                        .forEach((name, answer) -> assertThat(answer)
                                .satisfiesAnyOf(right(name), a -> assertThat(a).isInstanceOf(Lookup.NoAnswer.class)));
                // when
                assertThat(index.refresh(service.location(PINNED))).isNotInstanceOf(Refresh.Failed.class);
                // then
                assertThat(answers(index)).as("round %d", round).isEqualTo(right);
            }
        }
    }

    private java.util.function.Consumer<Lookup> right(String name) {
        return answer -> assertThat(answer).isEqualTo(right.get(name));
    }
}
