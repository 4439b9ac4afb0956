package io.olm4j.oci.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageReference;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link AuthConfig} and {@link AuthConfigParser}. */
class AuthConfigTest {

    private static final String CANARY = "canary-4711";

    /** One entry for each key; the user name shows which entry was chosen. */
    private static final String MANY = """
            {"auths": {
              "quay.io/org/repo": {"username": "repo", "password": "p"},
              "quay.io/org": {"username": "org", "password": "p"},
              "quay.io": {"username": "quay", "password": "p"},
              "host:5000": {"username": "port", "password": "p"},
              "https://index.docker.io/v1/": {"username": "hub", "password": "p"},
              "http://plain.io/v2/": {"username": "plain", "password": "p"},
              "private.io/a/b": {"username": "nested", "password": "p"}
            }}""";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(nullValues = "-", textBlock = """
            quay.io/org/repo:v1,            repo
            quay.io/org/repo/deeper:v1,     repo
            quay.io/org/other:v1,           org
            quay.io/org2/repo:v1,           quay
            quay.io/organisation/repo:v1,   quay
            host:5000/a:v1,                 port
            host:5001/a:v1,                 -
            docker.io/library/busybox:1,    hub
            plain.io/a:1,                   plain
            private.io/a/b/c:1,             nested
            private.io/a/bc:1,              -
            other.io/quay.io:1,             -
            """)
    void shouldChooseMostSpecificEntry(String reference, String username) throws Exception {
        // When
        Optional<Credentials> chosen = config(MANY).credentials(ImageReference.parse(reference));

        // Then
        assertThat(chosen.map(c -> ((Credentials.Password) c).username())).isEqualTo(Optional.ofNullable(username));
    }

    @Test
    void shouldPreferExactRegistryToItsUrl() throws Exception {
        // Given
        String json = """
                {"auths": {"https://quay.io/v1/": {"username": "url"}, "quay.io": {"username": "host"}}}""";

        // Then
        assertThat(config(json).credentials(ImageReference.parse("quay.io/a/b:1")))
                .hasValue(new Credentials.Password("host", ""));
    }

    @Test
    void shouldReadEveryFormOfEntry() throws Exception {
        // Then
        assertThat(entry("{\"auth\": \"" + base64("me:pass:with:colons") + "\"}"))
                .hasValue(new Credentials.Password("me", "pass:with:colons"));
        assertThat(entry("{\"auth\": \"" + base64("me:padded\0\0") + "\\n\"}"))
                .hasValue(new Credentials.Password("me", "padded"));
        assertThat(entry("{\"auth\": \"" + base64("me:\0\0pad\0ded\0") + "\"}"))
                .hasValue(new Credentials.Password("me", "pad\0ded"));
        assertThat(entry("{\"auth\": \"" + base64("me:\0") + "\"}")).hasValue(new Credentials.Password("me", ""));
        String zeros = "y" + "\0".repeat(190_000) + "x";
        assertThat(entry("{\"auth\": \"" + base64("me:" + zeros) + "\"}"))
                .hasValue(new Credentials.Password("me", zeros));
        assertThat(entry("{\"auth\": \"" + base64("me:pässwörd") + "\"}"))
                .hasValue(new Credentials.Password("me", "pässwörd"));
        assertThat(entry("{\"auth\": \"" + base64("a:b") + "\", \"username\": \"x\", \"password\": \"y\"}"))
                .hasValue(new Credentials.Password("a", "b"));
        assertThat(entry("{\"username\": \"me\", \"password\": \"p\"}")).hasValue(new Credentials.Password("me", "p"));
        assertThat(entry("{\"auth\": \"" + base64("0:") + "\", \"identitytoken\": \"refresh\"}"))
                .hasValue(new Credentials.IdentityToken("refresh"));
        assertThat(entry("{\"registrytoken\": \"as-it-is\"}")).hasValue(new Credentials.RegistryToken("as-it-is"));
        assertThat(entry("{}")).isEmpty();
        assertThat(entry("null")).isEmpty();
        assertThat(entry("{\"email\": \"me@example.com\"}")).isEmpty();
    }

    @Test
    void shouldReadDockercfgByRegistryAlone() throws Exception {
        // Given
        String json = """
                {"https://quay.io/v1/org": {"username": "url"}, "host:5000/v2": {"username": "port"},
                 "https://both.io/v1/": {"username": "url"}, "both.io": {"username": "host"}}""";

        // When
        AuthConfig config = AuthConfigParser.parse(bytes(json), AuthFormat.DOCKERCFG, "s");

        // Then
        assertThat(config.credentials(ImageReference.parse("quay.io/other/repo:1")))
                .hasValue(new Credentials.Password("url", ""));
        assertThat(config.credentials(ImageReference.parse("host:5000/a:1")))
                .hasValue(new Credentials.Password("port", ""));
        assertThat(config.credentials(ImageReference.parse("both.io/a:1")))
                .hasValue(new Credentials.Password("host", ""));
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', textBlock = """
            canary-4711                                              | it is not JSON (line 1)
            {"auths": {"quay.io": {"auth": "canary-4711}}}           | it is not JSON (line 1)
            {"auths": {}} canary-4711                                | it is not JSON (line 1)
            ["canary-4711"]                                          | it is not a JSON object
            {"auths": "canary-4711"}                                 | its "auths" is not a JSON object
            """)
    void shouldNameSourceAndNotQuoteItWhenMalformed(String json, String why) throws Exception {
        // When
        AuthConfig config = AuthConfigParser.parse(bytes(json), AuthFormat.CONFIG_JSON, "pull secret ns/name");

        // Then
        assertThat(config.remarks(ImageReference.parse("quay.io/a/b:1")))
                .containsExactly("pull secret ns/name is ignored: " + why)
                .noneMatch(remark -> remark.contains(CANARY));
    }

    @Test
    void shouldIgnoreSourceWhenHuge() throws Exception {
        // When
        AuthConfig config =
                AuthConfigParser.parse(new byte[(256 << 10) + 1], AuthFormat.CONFIG_JSON, "pull secret ns/name");

        // Then
        assertThat(config.problems()).containsExactly("pull secret ns/name is ignored: it is larger than 256 KiB");
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', textBlock = """
            auths        | it has more than 1000 entries
            credHelpers  | it has more than 1000 entries
            """)
    void shouldIgnoreSourceWithManyEntries(String field, String why) {
        assertThat(parse("{\"" + field + "\":" + entries(1_001) + "}").problems())
                .containsExactly("pull secret ns/name is ignored: " + why);
        assertThat(parse("{\"" + field + "\":" + entries(1_000) + "}").entries())
                .hasSize(1_000);
    }

    @Test
    void shouldIgnoreSourceWithManyValues() {
        assertThat(parse("{\"auths\":{},\"other\":[" + "1,".repeat(50_000) + "1]}")
                        .problems())
                .containsExactly("pull secret ns/name is ignored: it has more than 50000 values");
    }

    private static AuthConfig parse(String json) {
        return AuthConfigParser.parse(bytes(json), AuthFormat.CONFIG_JSON, "pull secret ns/name");
    }

    private static String entries(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"r" + i + ".io\":\"x\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', textBlock = """
            {"auth": "canary-4711!"}                  | has an "auth" that is not base64
            {"auth": "Y2FuYXJ5LTQ3MTE="}              | has an "auth" that is not base64 of user:password
            {"registrytoken": "canary-4711 split"}    | has a "registrytoken" with characters that no token has
            "canary-4711"                             | is not a JSON object
            """)
    void shouldSayWhatIsWrongWithEntryAndKeepOthers(String entry, String why) throws Exception {
        // When
        AuthConfig config = config("{\"auths\": {\"quay.io\": " + entry + ", \"good.io\": {\"username\": \"me\"}}}");

        // Then
        assertThat(config.remarks(ImageReference.parse("quay.io/a/b:1")))
                .containsExactly("the entry for quay.io in s " + why);
        assertThat(config.remarks(ImageReference.parse("good.io/a/b:1"))).isEmpty();
        assertThat(config.credentials(ImageReference.parse("good.io/a/b:1"))).isPresent();
        assertThat(config.toString()).doesNotContain(CANARY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"credHelpers\": {\"quay.io\": \"ecr-login\"}}",
                "{\"auths\": {\"quay.io\": {}}, \"credsStore\": \"ecr-login\"}"
            })
    void shouldSayThatHelperIsNotRun(String json) throws Exception {
        // Then
        assertThat(config(json).remarks(ImageReference.parse("quay.io/a/b:1")))
                .containsExactly("s leaves the credentials for quay.io to the helper \"ecr-login\", which is not run:"
                        + " put them into an \"auths\" entry");
    }

    @Test
    void shouldTakeFirstWithCredentialsWhenMerged() throws Exception {
        // Given
        AuthConfig empty = config("{\"auths\": {\"quay.io\": {}, \"other.io\": {\"username\": \"first\"}}}");
        AuthConfig broken = config("nonsense");
        AuthConfig full =
                config("{\"auths\": {\"quay.io\": {\"username\": \"q\"}, \"other.io\": {\"username\": \"no\"},"
                        + " \"other.io/org\": {\"username\": \"nearer\"}}}");

        // When
        AuthConfig merged = AuthConfig.merge(List.of(empty, broken, full));

        // Then
        assertThat(merged.credentials(ImageReference.parse("quay.io/a:1"))).hasValue(new Credentials.Password("q", ""));
        assertThat(merged.credentials(ImageReference.parse("other.io/a:1")))
                .hasValue(new Credentials.Password("first", ""));
        assertThat(merged.credentials(ImageReference.parse("other.io/org/a:1")))
                .hasValue(new Credentials.Password("nearer", ""));
        assertThat(merged.problems()).containsExactly("s is ignored: it is not JSON (line 1)");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            https://index.docker.io/v1/, docker.io
            docker.io,                   https://index.docker.io/v1/
            registry-1.docker.io,        index.docker.io
            https://quay.io,             quay.io
            quay.io,                     https://quay.io/v1/
            """)
    void shouldTakeTheFirstSourceHoweverEachSpellsTheRegistry(String first, String second) throws Exception {
        // Given
        AuthConfig ofAccount = config("{\"auths\": {\"" + first + "\": {\"username\": \"first\"}}}");
        AuthConfig global = config("{\"auths\": {\"" + second + "\": {\"username\": \"second\"}}}");
        ImageReference image = ImageReference.parse((first.contains("quay") ? "quay.io" : "docker.io") + "/acme/op:1");

        // Then
        assertThat(AuthConfig.merge(List.of(ofAccount, global)).credentials(image))
                .hasValue(new Credentials.Password("first", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"registry-1.docker.io", "index.docker.io", "docker.io", "https://index.docker.io/v1/"})
    void shouldFindTheEntryOfDockerHubHoweverItIsSpelled(String key) throws Exception {
        AuthConfig config = config("{\"auths\": {\"" + key + "\": {\"username\": \"hub\"}}}");

        for (String name : List.of("registry-1.docker.io", "docker.io")) {
            assertThat(config.credentials(ImageReference.parse(name + "/acme/op:1")))
                    .as(name)
                    .hasValue(new Credentials.Password("hub", ""));
        }
    }

    private static Optional<Credentials> entry(String entry) throws Exception {
        return config("{\"auths\": {\"quay.io\": " + entry + "}}").credentials(ImageReference.parse("quay.io/a/b:1"));
    }

    private static AuthConfig config(String json) {
        return AuthConfigParser.parse(bytes(json), AuthFormat.CONFIG_JSON, "s");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
