package io.olm4j.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** The bearer tokens of the users that a cluster starts with. */
record ClusterCredentials(String admin, String controllerManager, String scheduler, String kwok) {

    private static final int TOKEN_BYTES = 24;
    private static final int KEY_BITS = 2048;

    static ClusterCredentials random() {
        SecureRandom random = new SecureRandom();
        return new ClusterCredentials(token(random), token(random), token(random), token(random));
    }

    /** Writes the API server's token file: token, user, uid, groups. */
    void writeTokenFile(Path file) throws IOException {
        writePrivate(file, """
                %s,olm4j:admin,1,"system:masters"
                %s,system:kube-controller-manager,2,
                %s,system:kube-scheduler,3,
                %s,olm4j:kwok,4,"system:masters"
                """.formatted(admin, controllerManager, scheduler, kwok));
    }

    /** Writes a new key with which service-account tokens are signed and checked. */
    static void writeServiceAccountKey(Path file) throws IOException {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            byte[] pkcs8 = generator.generateKeyPair().getPrivate().getEncoded();
            String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pkcs8);
            writePrivate(file, "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }

    /** Writes a file that only its owner can read. */
    static void writePrivate(Path file, String content) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, content);
    }

    private static String token(SecureRandom random) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
