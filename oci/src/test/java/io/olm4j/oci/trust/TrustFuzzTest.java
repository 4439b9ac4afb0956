package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import io.olm4j.testsupport.Fuzzing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import okhttp3.tls.HeldCertificate;
import okio.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of the files that configure registries and trust, of signatures and of public keys. */
class TrustFuzzTest {
    @TempDir
    Path scratch;

    @Test
    void shouldReadOrRefuseRegistriesConf() {
        Path file = scratch.resolve("registries.conf");
        Fuzzing.from("""
            unqualified-search-registries = ["quay.io"]
            [[registry]]
            prefix = "*.example.com"
            location = "quay.io/org"
            insecure = false
            [[registry.mirror]]
            location = "mirror.local:5000/x"
            pull-from-mirror = "digest-only"
            """, """
            [aliases]
            "a" = 'b' # c
            [[registry]]
            location = "x" \n\
            date = 1979-05-27T07:32:00Z
            number = [0x1f, 1_000, 1e3, inf]
            """)
                .slow()
                .withWords(
                        "[[registry]]\n",
                        "[registry.mirror]",
                        "\"\"\"",
                        "'''",
                        "1979-05-27",
                        "07:32:00",
                        "nan",
                        "0b1",
                        "a.b.c=",
                        "blocked = true\n",
                        "mirror-by-digest-only = true\n",
                        "{a=1}",
                        "\\U00110000")
                .allowing(ConfigException.class)
                .bytes(content -> {
                    Files.write(file, content);
                    RegistriesConfParser.parse(file);
                });
    }

    @Test
    void shouldReadOrRefusePolicies() {
        Fuzzing.from("""
            {"default":[{"type":"reject"}],"transports":{"docker":{"quay.io/org":[{"type":"sigstoreSigned",
            "keyPath":"/k.pub","signedIdentity":{"type":"matchRepository"}}],
            "":[{"type":"insecureAcceptAnything"}]}}}
            """, """
            {"default":[{"type":"signedBy","keyType":"GPGKeys","keyData":"AAAA","signedIdentity":
            {"type":"remapIdentity","prefix":"a.io","signedPrefix":"b.io/c"}},
            {"type":"signedBaseLayer","baseLayerIdentity":{"type":"exactReference","dockerReference":"a.io/b:c"}}]}
            """)
                .withWords(
                        "\"keyPaths\":[\"/a\"]", "\"keyDatas\":", "\"fulcio\":", "\"rekorPublicKeyPath\":", "{}", "[]")
                .allowing(ConfigException.class)
                .bytes(SignaturePolicyParser::parse);
    }

    @Test
    void shouldReadOrRefusePlacesOfSignatures() {
        Path file = scratch.resolve("default.yaml");
        Fuzzing.from("""
                default-docker:
                  use-sigstore-attachments: true
                docker:
                  quay.io/org:
                    use-sigstore-attachments: false
                    lookaside: https://x/y
                """)
                .slow()
                .withWords(": ", "- ", "&a ", "*a", "<<: ", "---\n", "|\n", "!!binary ", "%YAML 1.2\n")
                .allowing(ImageException.class)
                .bytes(content -> {
                    Files.write(file, content);
                    SigstoreConfig.read(List.of(file));
                });
    }

    @Test
    void shouldReadOrRefusePayloadsOfSignatures() {
        Fuzzing.from("{\"critical\":{\"identity\":{\"docker-reference\":\"quay.io/org/name\"},\"image\":"
                        + "{\"docker-manifest-digest\":\"sha256:" + "0123456789abcdef".repeat(4)
                        + "\"},\"type\":\"cosign"
                        + " container"
                        + " image"
                        + " signature\"},\"optional\":{\"creator\":\"c\",\"timestamp\":1}}")
                .withWords("\"optional\":null", "\"timestamp\":1.5", "{}", "[]")
                .allowing(ConfigException.class)
                .bytes(content -> SignaturePayload.parse(ByteString.of(content)));
    }

    @Test
    void shouldReadOrRefusePublicKeys() {
        Fuzzing.from(pem(new HeldCertificate.Builder()), pem(new HeldCertificate.Builder().rsa2048()))
                .withWords("-----BEGIN PUBLIC KEY-----\n", "-----END PUBLIC KEY-----", "MIIB", "==")
                .allowing(ConfigException.class)
                .bytes(content -> PublicKeys.verifies(PublicKeys.parse(content), ByteString.EMPTY, content));
    }

    private static String pem(HeldCertificate.Builder builder) {
        byte[] key = builder.build().keyPair().getPublic().getEncoded();
        return "-----BEGIN PUBLIC KEY-----\n" + ByteString.of(key).base64() + "\n-----END PUBLIC KEY-----\n";
    }
}
