package io.olm4j.oci.pullsecrets;

import io.olm4j.testsupport.Fuzzing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of the mounted token. */
class TokenFuzzTest {
    private static final String CLAIMS = "{\"iss\":\"https://kubernetes.default.svc\",\"exp\":1767229200,"
            + "\"sub\":\"system:serviceaccount:olm:controller\"}";

    @TempDir
    Path scratch;

    @Test
    void shouldReadEveryClaimOrFindNoAccount() {
        Path file = scratch.resolve("token");
        Fuzzing.from(CLAIMS)
                .slow()
                .withWords("\"sub\":", "system:serviceaccount:", ":", "/", "{}", "[]")
                .bytes(claims -> {
                    Files.writeString(file, "e30." + Base64.getUrlEncoder().encodeToString(claims) + ".c2ln");
                    MountedToken.account(file);
                });
    }
}
