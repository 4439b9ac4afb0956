package io.olm4j.oci.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.ImageException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of {@link ContainersConfig}. */
class ContainersConfigTest {

    @Test
    void shouldFindFilesWhereOriginalDoes() throws ImageException {
        assertThat(ContainersConfig.of(Map.of("HOME", "/home/me")).directories())
                .containsExactly(
                        Path.of("/home/me/.config/containers"),
                        Path.of("/etc/containers"),
                        Path.of("/usr/share/containers"));
        assertThat(ContainersConfig.of(Map.of("HOME", "/home/me", "XDG_CONFIG_HOME", "/xdg"))
                        .directories())
                .startsWith(Path.of("/xdg/containers"));
        assertThat(ContainersConfig.of(Map.of("CONTAINERS_REGISTRIES_CONF", "/my.conf"))
                        .registriesFiles())
                .containsExactly(Path.of("/my.conf"));
    }
}
