package io.olm4j.localcluster.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link GoToolchain}. */
class GoToolchainTest {

    @ParameterizedTest
    @CsvSource({
        "go1.26, true",
        "go1.26.8, true",
        "go1.27rc1, true",
        "go1.26.1-X:nodwarf5, true",
        "go1.25.9, false",
        "go1.9, false",
        "devel, false",
        "'', false"
    })
    void shouldTellWhetherItIsRecentEnoughWhenItSaysItsVersion(String version, boolean recentEnough) {
        assertThat(new GoToolchain(Path.of("go"), version).recentEnough()).isEqualTo(recentEnough);
    }
}
