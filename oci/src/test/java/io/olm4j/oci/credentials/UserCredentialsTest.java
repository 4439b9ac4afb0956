package io.olm4j.oci.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link UserCredentials} and {@link AuthFiles}. */
class UserCredentialsTest {

    private static final Optional<Integer> USER = Optional.of(1000);

    @TempDir
    Path home;

    @Test
    void shouldLookWhereContainerToolsLook() {
        assertThat(AuthFiles.of(Map.of(), Path.of("/home/me"), USER).stream().map(AuthFile::path))
                .containsExactly(
                        Path.of("/run/containers/1000/auth.json"),
                        Path.of("/home/me/.config/containers/auth.json"),
                        Path.of("/home/me/.docker/config.json"),
                        Path.of("/home/me/.dockercfg"));
        Map<String, String> moved =
                Map.of("XDG_RUNTIME_DIR", "/run/user/1", "XDG_CONFIG_HOME", "/config", "DOCKER_CONFIG", "/docker");
        assertThat(AuthFiles.of(moved, Path.of("/home/me"), USER).stream().map(AuthFile::path))
                .containsExactly(
                        Path.of("/run/user/1/containers/auth.json"),
                        Path.of("/config/containers/auth.json"),
                        Path.of("/docker/config.json"),
                        Path.of("/home/me/.dockercfg"));
        assertThat(AuthFiles.of(Map.of("REGISTRY_AUTH_FILE", "/named"), Path.of("/home/me"), USER))
                .containsExactly(new AuthFile(Path.of("/named"), AuthFormat.CONFIG_JSON, true));
    }

    @Test
    void shouldTakeFirstFileWithCredentials() throws Exception {
        // Given
        write("run/containers/auth.json", "{\"auths\": {\"a.io\": {\"username\": \"run\"}, \"b.io\": {}}}");
        write(".config/containers/auth.json", "nonsense");
        write(".docker/config.json", "{\"auths\": {\"a.io\": {\"username\": \"d\"}, \"b.io\": {\"username\": \"d\"}}}");
        write(".dockercfg", "{\"https://c.io/v1/\": {\"username\": \"legacy\"}}");

        // When
        UserCredentials credentials =
                read(Map.of("XDG_RUNTIME_DIR", home.resolve("run").toString()));

        // Then
        assertThat(credentials.forRepository(ImageReference.parse("a.io/x:1")))
                .hasValue(new Credentials.Password("run", ""));
        assertThat(credentials.forRepository(ImageReference.parse("b.io/x:1")))
                .hasValue(new Credentials.Password("d", ""));
        assertThat(credentials.forRepository(ImageReference.parse("c.io/x:1")))
                .hasValue(new Credentials.Password("legacy", ""));
        assertThat(credentials.forRepository(ImageReference.parse("d.io/x:1"))).isEmpty();
        assertThat(credentials.remark(ImageReference.parse("d.io/x:1")))
                .hasValue(home.resolve(".config/containers/auth.json") + " is ignored: it is not JSON (line 1)");
    }

    @Test
    void shouldSayThatNamedFileIsMissing() throws Exception {
        // When
        UserCredentials credentials =
                read(Map.of("REGISTRY_AUTH_FILE", home.resolve("none").toString()));

        // Then
        assertThat(credentials.remark(ImageReference.parse("a.io/x:1")))
                .hasValue(home.resolve("none") + " does not exist");
    }

    @Test
    void shouldSayThatLinkLeadsNowhere() throws Exception {
        // Given
        Path link = Files.createDirectory(home.resolve(".docker")).resolve("config.json");
        Files.createSymbolicLink(link, home.resolve("nowhere"));

        // When
        UserCredentials credentials = read(Map.of());

        // Then
        assertThat(credentials.remark(ImageReference.parse("a.io/x:1"))).hasValue(link + " does not exist");
    }

    @Test
    void shouldHaveNothingToSayWhenThereAreNoFiles() throws Exception {
        // When
        UserCredentials credentials = read(Map.of());

        // Then
        assertThat(credentials.remark(ImageReference.parse("a.io/x:1"))).isEmpty();
    }

    @Test
    void shouldSayThatFileCannotBeRead() throws Exception {
        // Given
        Files.createDirectories(home.resolve(".docker/config.json"));

        // When
        UserCredentials credentials = read(Map.of());

        // Then
        assertThat(credentials.remark(ImageReference.parse("a.io/x:1")))
                .hasValue(home.resolve(".docker/config.json") + " is ignored: it cannot be read");
    }

    private UserCredentials read(Map<String, String> environment) {
        return UserCredentials.read(AuthFiles.of(environment, home, Optional.empty()));
    }

    private void write(String file, String content) throws Exception {
        Path path = home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }
}
