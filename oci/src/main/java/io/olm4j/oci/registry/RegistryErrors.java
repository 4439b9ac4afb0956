package io.olm4j.oci.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.RegistryJson;
import java.io.IOException;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import okhttp3.Response;

/** Describes the refusal of a registry, and says what to do. */
final class RegistryErrors {

    private static final long MAX_BODY = 16 << 10;
    private static final int MAX_MESSAGE = 300;

    /** Also what changes the direction of text. */
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\s\\x00-\\x1F\\x7F-\\x9F\\u2028-\\u202E\\u2066-\\u2069]+");

    private RegistryErrors() {}

    /**
     * @param writes whether the request belongs to a push
     * @param redacted hides secrets in the words of the registry, which may quote the request
     */
    static String describe(
            Response response, ImageReference repository, boolean writes, UnaryOperator<String> redacted) {
        String said = redacted.apply(said(response));
        return switch (response.code()) {
            case 401, 403 ->
                (said.isEmpty() ? "access denied" : said) + " (" + response.code() + "); "
                        + (writes
                                ? "log in to " + repository.domain() + " with an account that may write to "
                                : "give " + repository.domain() + " a pull secret that may read ")
                        + repository.path();
            case 404 ->
                (said.isEmpty() ? "not found" : said) + " (404); "
                        + (writes
                                ? "create the repository " + repository.path()
                                : "check the reference, or push the image");
            case 300, 301, 302, 303, 307, 308 ->
                "redirected to an invalid address (" + response.code() + "); check " + repository.domain();
            case 429 -> "too many requests to " + repository.domain() + " (429); it will be tried again later";
            default ->
                (said.isEmpty() ? "unexpected answer" : said) + " (" + response.code() + " from " + repository.domain()
                        + ")";
        };
    }

    /**
     * The first error in the registry's error format, as code and message, printable and shortened. Registries word the
     * messages differently, but share the codes.
     */
    private static String said(Response response) {
        try {
            JsonNode error = RegistryJson.tree(response.peekBody(MAX_BODY).bytes(), "the answer")
                    .path("errors")
                    .path(0);
            String code = error.path("code").asText("").toLowerCase(Locale.ROOT).replace('_', ' ');
            String message = error.path("message").asText("");
            boolean isOne = code.isEmpty() || message.isEmpty() || message.equalsIgnoreCase(code);
            String printable = UNPRINTABLE
                    .matcher(isOne ? (message.isEmpty() ? code : message) : code + ": " + message)
                    .replaceAll(" ")
                    .strip();
            return printable.codePointCount(0, printable.length()) <= MAX_MESSAGE
                    ? printable
                    : printable.substring(0, printable.offsetByCodePoints(0, MAX_MESSAGE)) + "…";
        } catch (IOException | ContentException noJson) {
            return "";
        }
    }
}
