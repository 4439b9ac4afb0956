package io.olm4j.oci.pullsecrets;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/** The token that a cluster mounts into a pod; its subject is the service account of the pod. */
final class MountedToken {

    static final Path PATH = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");

    private static final String SUBJECT = "system:serviceaccount:";
    private static final long MAX_BYTES = 64 << 10;

    private MountedToken() {}

    /**
     * The service account of a token; empty if the file does not exist or does not hold the token of a service account.
     */
    static Optional<NamespacedName> account(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            String[] parts = Files.readString(file).split("\\.", -1);
            return parts.length == 3 ? subject(Base64.getUrlDecoder().decode(parts[1])) : Optional.empty();
        } catch (IOException | IllegalArgumentException noToken) {
            return Optional.empty();
        }
    }

    private static Optional<NamespacedName> subject(byte[] claims) throws IOException {
        String subject = new ObjectMapper().readTree(claims).path("sub").asText("");
        return subject.startsWith(SUBJECT)
                ? Optional.of(
                        NamespacedName.parse(subject.substring(SUBJECT.length()).replace(':', '/')))
                : Optional.empty();
    }
}
