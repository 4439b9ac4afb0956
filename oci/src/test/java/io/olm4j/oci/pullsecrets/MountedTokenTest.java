package io.olm4j.oci.pullsecrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link MountedToken} and {@link NamespacedName}. */
class MountedTokenTest {

    @TempDir
    Path directory;

    @Test
    void shouldNameServiceAccountOfToken() throws Exception {
        assertThat(MountedToken.account(token("{\"sub\":\"system:serviceaccount:olmv1-system:catalogd\"}")))
                .hasValue(new NamespacedName("olmv1-system", "catalogd"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sub\":\"alice\"}",
                "{\"sub\":\"system:serviceaccount:one\"}",
                "{\"sub\":\"system:serviceaccount:one:two:three\"}",
                "{\"sub\":\"system:serviceaccount:one:../two\"}",
                "{}",
                "nonsense"
            })
    void shouldNameNoAccountWhenTokenIsNotOfAServiceAccount(String claims) throws Exception {
        assertThat(MountedToken.account(token(claims))).isEmpty();
    }

    @Test
    void shouldNameNoAccountWhenThereIsNoToken() throws Exception {
        assertThat(MountedToken.account(directory.resolve("none"))).isEmpty();
        assertThat(MountedToken.account(Files.writeString(directory.resolve("token"), "a.b")))
                .isEmpty();
        assertThat(MountedToken.account(Files.writeString(directory.resolve("token"), "a.!.c")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "name", "/name", "ns/", "ns/name/more", "NS/name", "n.s/name", "ns/../name", "ns/na me"})
    void shouldRefuseATextThatIsNotNamespaceAndName(String text) {
        assertThatThrownBy(() -> NamespacedName.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"" + text + "\" is not of the form <namespace>/<name>");
    }

    @Test
    void shouldReadNamespaceAndName() {
        assertThat(NamespacedName.parse("openshift-config/pull.secret"))
                .isEqualTo(new NamespacedName("openshift-config", "pull.secret"))
                .hasToString("openshift-config/pull.secret");
    }

    private Path token(String claims) throws Exception {
        String encoded =
                Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.UTF_8));
        return Files.writeString(directory.resolve("token"), "header." + encoded + ".signature");
    }
}
