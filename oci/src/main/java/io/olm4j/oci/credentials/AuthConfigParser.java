package io.olm4j.oci.credentials;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.RegistryJson;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads credentials. An error becomes part of the result, because one bad source must not disable the others. It is one
 * sentence that names the source and never quotes its content.
 */
public final class AuthConfigParser {

    /** Many times the size of a real one: an account can name 50 Secrets, and all of them are kept. */
    public static final int MAX_BYTES = 256 << 10;

    /** An entry takes more memory than its text. */
    private static final int MAX_ENTRIES = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final String source;

    private AuthConfigParser(String source) {
        this.source = source;
    }

    /**
     * Reads one source.
     *
     * @param source the name of the source in messages: {@code pull secret ns/name}, or the path of a file
     */
    public static AuthConfig parse(byte[] content, AuthFormat format, String source) {
        return new AuthConfigParser(source).parse(content, format);
    }

    private AuthConfig parse(byte[] content, AuthFormat format) {
        if (content.length > MAX_BYTES) {
            return ignored("it is larger than 256 KiB");
        }
        JsonNode root;
        try {
            RegistryJson.check(content, "it");
            root = JSON.readTree(content);
        } catch (ContentException e) {
            return ignored(String.valueOf(e.getMessage()));
        } catch (JsonProcessingException e) {
            // The message of the exception quotes the content.
            return ignored("it is not JSON"
                    + (e.getLocation() == null
                            ? ""
                            : " (line " + e.getLocation().getLineNr() + ")"));
        } catch (IOException e) {
            return ignored("it is not JSON");
        }
        if (!root.isObject()) {
            return ignored("it is not a JSON object");
        }
        JsonNode auths = format == AuthFormat.DOCKERCFG ? root : root.path("auths");
        if (!auths.isObject() && !auths.isNull() && !auths.isMissingNode()) {
            return ignored("its \"auths\" is not a JSON object");
        }
        if (auths.size() + root.path("credHelpers").size() > MAX_ENTRIES) {
            return ignored("it has more than " + MAX_ENTRIES + " entries");
        }
        Map<String, AuthEntry> entries = format == AuthFormat.DOCKERCFG ? legacy(auths) : entries(auths);
        if (format == AuthFormat.CONFIG_JSON) {
            noteHelpers(root, entries);
        }
        return new AuthConfig(entries, List.of());
    }

    private Map<String, AuthEntry> entries(JsonNode auths) {
        Map<String, AuthEntry> entries = new LinkedHashMap<>();
        auths.properties().forEach(auth -> entries.put(auth.getKey(), entry(auth.getKey(), auth.getValue())));
        return entries;
    }

    /** Keys that name only the registry take precedence over longer keys. */
    private Map<String, AuthEntry> legacy(JsonNode auths) {
        Map<String, AuthEntry> written = entries(auths);
        Map<String, AuthEntry> entries = new LinkedHashMap<>();
        written.forEach((key, entry) -> {
            if (RegistryKeys.ofLegacy(key).equals(key)) {
                entries.put(key, entry);
            }
        });
        written.forEach((key, entry) -> entries.putIfAbsent(RegistryKeys.ofLegacy(key), entry));
        return entries;
    }

    private AuthEntry entry(String key, JsonNode auth) {
        return new AuthEntryDecoder(source, key).decode(auth);
    }

    /**
     * Notes credential helpers. They are programs on the user's machine and are not run, but the message for a refused
     * request names them.
     */
    private void noteHelpers(JsonNode root, Map<String, AuthEntry> entries) {
        root.path("credHelpers").properties().forEach(helper -> {
            if (!(entries.get(helper.getKey()) instanceof AuthEntry.Known)) {
                entries.put(helper.getKey(), inHelper(helper.getKey(), helper.getValue()));
            }
        });
        JsonNode store = root.path("credsStore");
        if (store.isTextual()) {
            entries.replaceAll((key, entry) -> entry instanceof AuthEntry.Empty ? inHelper(key, store) : entry);
        }
    }

    private AuthEntry inHelper(String key, JsonNode helper) {
        return new AuthEntry.Unusable(source + " leaves the credentials for " + key + " to the helper \""
                + helper.asText() + "\", which is not run: put them into an \"auths\" entry");
    }

    private AuthConfig ignored(String why) {
        return AuthConfig.unreadable(source + " is ignored: " + why);
    }
}
