package io.olm4j.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The distribution of this checkout for this machine, made once for all tests of a JVM. */
final class BuiltDistribution {

    static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    static final Path LIBRARIES = CHECKOUT.resolve("cli").resolve("target").resolve("lib");
    static final String VERSION = "0.0.0-test";

    private static @Nullable BuiltDistribution built;

    private final Distribution distribution;
    private final Path archive;

    private BuiltDistribution(Distribution distribution, Path archive) {
        this.distribution = distribution;
        this.archive = archive;
    }

    static synchronized BuiltDistribution get() throws IOException {
        BuiltDistribution known = built;
        if (known == null) {
            Path target = Files.createDirectories(Path.of("target", "it").toAbsolutePath());
            Distribution distribution = builder().build(target);
            known = new BuiltDistribution(distribution, Archive.write(distribution, TIME));
            built = known;
        }
        return known;
    }

    static DistributionBuilder builder() {
        return new DistributionBuilder(
                VERSION, CHECKOUT, LIBRARIES, Path.of(System.getProperty("java.home")), Optional.empty(), TIME);
    }

    Distribution distribution() {
        return distribution;
    }

    Path archive() {
        return archive;
    }
}
