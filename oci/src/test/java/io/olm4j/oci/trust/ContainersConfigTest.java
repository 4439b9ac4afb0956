package io.olm4j.oci.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ImageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ContainersConfig}. */
class ContainersConfigTest {

    @TempDir
    Path scratch;

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

    @Test
    void shouldTakeFileOfFirstDirectoryAlsoWhenItIsALinkThatLeadsNowhere() throws Exception {
        // Given
        Path first = Files.createDirectory(scratch.resolve("first"));
        Path second = Files.createDirectory(scratch.resolve("second"));
        Files.writeString(second.resolve("policy.json"), "{}");
        Files.writeString(second.resolve("registries.conf"), "");
        ContainersConfig config = new ContainersConfig(List.of(first, second), Optional.empty(), Optional.empty());
        assertThat(config.policyFiles()).containsExactly(second.resolve("policy.json"));

        // When
        Path policy = Files.createSymbolicLink(first.resolve("policy.json"), first.resolve("nowhere"));
        Path registries = Files.createSymbolicLink(first.resolve("registries.conf"), first.resolve("nowhere"));

        // Then
        assertThat(config.policyFiles()).containsExactly(policy);
        assertThat(config.registriesFiles()).containsExactly(registries);
    }

    @Test
    void shouldRefuseDropInsWhenTheirDirectoryIsALinkThatLeadsNowhere() throws Exception {
        // Given
        ContainersConfig config = ContainersConfig.in(scratch);
        assertThat(config.signatureFiles()).isEmpty();
        assertThat(config.registriesFiles()).isEmpty();

        // When
        Path signatures = Files.createSymbolicLink(scratch.resolve("registries.d"), scratch.resolve("nowhere"));
        Path registries = Files.createSymbolicLink(scratch.resolve("registries.conf.d"), scratch.resolve("nowhere"));

        // Then
        assertThatThrownBy(config::signatureFiles)
                .hasMessage("cannot use " + signatures + ": the link leads nowhere; correct the file");
        assertThatThrownBy(config::registriesFiles)
                .hasMessage("cannot use " + registries + ": the link leads nowhere; correct the file");
    }

    @Test
    void shouldSayInWordsWhyDropInsCannotBeListed() throws Exception {
        Path signatures = Files.createFile(scratch.resolve("registries.d"));

        assertThatThrownBy(ContainersConfig.in(scratch)::signatureFiles)
                .hasMessage("cannot use " + signatures
                        + ": the directory cannot be listed (not a directory); correct the file");
    }

    @Test
    void shouldAdviseAboutTheFailureOfTheFileSystem() {
        Path file = scratch.resolve("policy.json");

        assertThat(ConfigException.of("it cannot be read", new AccessDeniedException("policy.json"))
                        .in(file))
                .hasMessage("cannot use " + file + ": it cannot be read (permission denied); correct its permissions");
        assertThat(ConfigException.of("it cannot be read", new IOException("Is a directory"))
                        .in(file))
                .hasMessage("cannot use " + file + ": it cannot be read (Is a directory); correct the file");
    }
}
