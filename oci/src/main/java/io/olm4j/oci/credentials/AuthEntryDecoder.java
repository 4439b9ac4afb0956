package io.olm4j.oci.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.oci.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Decodes one entry of {@code auths}. A token takes precedence over a password, and {@code auth} over {@code username}
 * and {@code password}.
 */
final class AuthEntryDecoder {

    private final String source;
    private final String key;

    /**
     * A decoder of one entry.
     *
     * @param source the name of the source in messages
     * @param key the key of the entry
     */
    AuthEntryDecoder(String source, String key) {
        this.source = source;
        this.key = key;
    }

    AuthEntry decode(JsonNode auth) {
        if (!auth.isObject()) {
            return auth.isNull() ? new AuthEntry.Empty() : unusable("is not a JSON object");
        }
        String registryToken = text(auth, "registrytoken");
        if (!registryToken.isEmpty()) {
            return isHeaderText(registryToken)
                    ? new AuthEntry.Known(new Credentials.RegistryToken(registryToken))
                    : unusable("has a \"registrytoken\" with characters that no token has");
        }
        String identityToken = text(auth, "identitytoken");
        if (!identityToken.isEmpty()) {
            return new AuthEntry.Known(new Credentials.IdentityToken(identityToken));
        }
        String encoded = text(auth, "auth").replaceAll("[\r\n]", "");
        if (!encoded.isEmpty()) {
            return decode(encoded);
        }
        String username = text(auth, "username");
        return username.isEmpty()
                ? new AuthEntry.Empty()
                : new AuthEntry.Known(new Credentials.Password(username, text(auth, "password")));
    }

    private AuthEntry decode(String encoded) {
        String pair;
        try {
            pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return unusable("has an \"auth\" that is not base64");
        }
        int colon = pair.indexOf(':');
        if (colon < 0) {
            return unusable("has an \"auth\" that is not base64 of user:password");
        }
        String password = withoutPadding(pair.substring(colon + 1));
        return new AuthEntry.Known(new Credentials.Password(pair.substring(0, colon), password));
    }

    /** Old versions of docker padded passwords with zeros. */
    private static String withoutPadding(String password) {
        int start = 0;
        int end = password.length();
        while (start < end && password.charAt(start) == 0) {
            start++;
        }
        while (end > start && password.charAt(end - 1) == 0) {
            end--;
        }
        return password.substring(start, end);
    }

    private AuthEntry unusable(String why) {
        return new AuthEntry.Unusable("the entry for " + key + " in " + source + " " + why);
    }

    private static String text(JsonNode auth, String field) {
        return auth.path(field).asText("");
    }

    /** Whether the token is printable ASCII: other characters cannot be sent, or would end the header. */
    private static boolean isHeaderText(String token) {
        return token.chars().allMatch(c -> c > ' ' && c <= '~');
    }
}
