package io.olm4j.cli.run;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.Scratch;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A new key with a certificate that it signs itself, both as PEM.
 *
 * <p>Java has no API to make certificates, but a tool that is part of every runtime.
 */
public record SelfSignedCertificate(String certificate, String key) {

    private static final String ALIAS = "olm4j";
    private static final int YEARS = 10;

    /**
     * Makes one.
     *
     * @param hosts the DNS names that it is for; the first is its common name too
     * @throws IOException if there is no room for the files in between
     */
    public static SelfSignedCertificate of(List<String> hosts) throws IOException, InterruptedException {
        try (Scratch scratch = Scratch.create("olm4j-certificate-")) {
            Path store = scratch.directory().resolve("store.p12");
            String password = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
            keytool(hosts, store, password);
            return read(store, password.toCharArray());
        }
    }

    private static void keytool(List<String> hosts, Path store, String password)
            throws IOException, InterruptedException {
        String names = hosts.stream().map(host -> "dns:" + host).collect(Collectors.joining(","));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + hosts.getFirst(),
                        "-ext",
                        "san=" + names,
                        "-ext",
                        "eku=serverAuth",
                        "-validity",
                        Integer.toString(365 * YEARS),
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass:env",
                        "STORE_PASSWORD")
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("STORE_PASSWORD", password);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new OlmException("keytool cannot make a certificate: " + output.strip());
        }
    }

    private static SelfSignedCertificate read(Path file, char[] password) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return new SelfSignedCertificate(
                    pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()),
                    pem("PRIVATE KEY", store.getKey(ALIAS, password).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("keytool wrote a key store that Java cannot read", e);
        }
    }

    private static String pem(String label, byte[] content) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(label, lines.encodeToString(content), label);
    }
}
