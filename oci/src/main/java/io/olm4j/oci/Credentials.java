package io.olm4j.oci;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Credentials for a registry. Their text form contains no secret. */
public sealed interface Credentials {

    /** The texts that must never be shown: the secret, and its form in a header. */
    List<String> secrets();

    /** A user name and password, for the registry itself or for its token server. */
    record Password(String username, String password) implements Credentials {

        public String basicHeader() {
            return "Basic " + encoded();
        }

        @Override
        public List<String> secrets() {
            return List.of(encoded(), password);
        }

        private String encoded() {
            byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
            return Base64.getEncoder().encodeToString(pair);
        }

        @Override
        public String toString() {
            return "Password[" + username + "]";
        }
    }

    /**
     * A refresh token, which the token server exchanges for a token that the registry accepts.
     *
     * @see <a href="https://distribution.github.io/distribution/spec/auth/oauth/">OAuth2 token authentication</a>
     */
    record IdentityToken(String token) implements Credentials {

        @Override
        public List<String> secrets() {
            return List.of(token);
        }

        @Override
        public String toString() {
            return "IdentityToken";
        }
    }

    /** A token that the registry accepts directly. */
    record RegistryToken(String token) implements Credentials {

        @Override
        public List<String> secrets() {
            return List.of(token);
        }

        @Override
        public String toString() {
            return "RegistryToken";
        }
    }
}
