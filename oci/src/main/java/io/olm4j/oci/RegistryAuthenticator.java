package io.olm4j.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Challenge;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Answers the challenges of registries, Bearer before Basic, and keeps what it was given until it expires.
 *
 * @see <a href="https://distribution.github.io/distribution/spec/auth/token/">token authentication</a>
 */
final class RegistryAuthenticator {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_TOKEN_ANSWER = 1 << 20;

    /** What a token lives at least, when the server does not say: the protocol's own default. */
    private static final long DEFAULT_LIFE_SECONDS = 60;

    private static final long MARGIN_SECONDS = 10;

    private record Key(String repository, String actions) {}

    private record Authorization(String header, Instant expires) {}

    private final OkHttpClient http;
    private final RegistryOptions options;
    private final RegistryEndpoints endpoints;
    private final Map<Key, Authorization> granted = new ConcurrentHashMap<>();

    RegistryAuthenticator(OkHttpClient http, RegistryOptions options, RegistryEndpoints endpoints) {
        this.http = http;
        this.options = options;
        this.endpoints = endpoints;
    }

    /** The Authorization header to send, if one was granted and has not expired. */
    Optional<String> authorization(ImageReference repository, String actions) {
        Instant now = options.clock().instant();
        granted.values().removeIf(authorization -> authorization.expires().isBefore(now));
        return Optional.ofNullable(granted.get(new Key(repository.name(), actions)))
                .map(Authorization::header);
    }

    /**
     * Obtains an authorization for the challenges of a 401.
     *
     * @return whether there is a new authorization to try
     * @throws IOException if the token server cannot be reached or refuses
     */
    boolean answer(List<Challenge> challenges, ImageReference repository, String actions)
            throws IOException, ImageException {
        Key key = new Key(repository.name(), actions);
        granted.remove(key);
        Optional<Authorization> authorization = Optional.empty();
        for (Challenge challenge : challenges) {
            if (challenge.scheme().equalsIgnoreCase("Bearer")) {
                authorization = Optional.of(bearer(challenge, repository, actions));
                break;
            }
            if (challenge.scheme().equalsIgnoreCase("Basic")
                    && endpoints.mayCarryCredentials(endpoints.repository(repository))) {
                authorization = options.credentials()
                        .forRepository(repository)
                        .map(credentials -> new Authorization(
                                credentials.basicHeader(),
                                options.clock().instant().plusSeconds(DEFAULT_LIFE_SECONDS)));
            }
        }
        authorization.ifPresent(a -> granted.put(key, a));
        return authorization.isPresent();
    }

    private Authorization bearer(Challenge challenge, ImageReference repository, String actions)
            throws IOException, ImageException {
        HttpUrl realm = HttpUrl.parse(String.valueOf(challenge.realm()));
        if (realm == null) {
            throw refused(repository, "its token server has no valid URL");
        }
        Request.Builder request = new Request.Builder().url(withScope(realm, challenge, repository, actions));
        Optional<Credentials> credentials = options.credentials().forRepository(repository);
        if (credentials.isPresent()) {
            if (!endpoints.mayCarryCredentials(realm)) {
                throw refused(
                        repository,
                        "its token server " + realm.host()
                                + " is reached without TLS; configure it as an insecure registry");
            }
            request.header("Authorization", credentials.get().basicHeader());
        }
        try (Response response = http.newCall(request.build()).execute()) {
            if (response.code() >= 500) {
                throw new IOException("token server answered " + response.code());
            }
            if (!response.isSuccessful()) {
                throw refused(
                        repository,
                        "its token server " + realm.host() + " answered " + response.code() + "; give "
                                + repository.domain() + " a valid pull secret");
            }
            return token(response, repository);
        }
    }

    private static HttpUrl withScope(HttpUrl realm, Challenge challenge, ImageReference repository, String actions) {
        Map<String, String> given = challenge.authParams();
        HttpUrl.Builder url = realm.newBuilder();
        String service = given.get("service");
        if (service != null) {
            url.setQueryParameter("service", service);
        }
        String scope = given.get("scope");
        return url.setQueryParameter("scope", scope != null ? scope : "repository:" + repository.path() + ":" + actions)
                .build();
    }

    private Authorization token(Response response, ImageReference repository) throws IOException, ImageException {
        try (InputStream body = response.body().byteStream()) {
            JsonNode answer = JSON.readTree(body.readNBytes(MAX_TOKEN_ANSWER));
            String token =
                    answer.path("token").asText(answer.path("access_token").asText(""));
            if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw refused(repository, "its token server sent no usable token");
            }
            long life = Math.max(answer.path("expires_in").asLong(DEFAULT_LIFE_SECONDS), DEFAULT_LIFE_SECONDS);
            Instant expires = options.clock().instant().plusSeconds(Math.min(life, 86_400) - MARGIN_SECONDS);
            return new Authorization("Bearer " + token, expires);
        }
    }

    private static ImageException refused(ImageReference repository, String why) {
        return new ImageException("cannot authenticate to " + repository.domain() + ": " + why, false);
    }
}
