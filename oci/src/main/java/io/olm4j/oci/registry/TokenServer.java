package io.olm4j.oci.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.RegistryJson;
import io.olm4j.oci.tls.RegistryTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import okhttp3.Challenge;
import okhttp3.Connection;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Requests a token from the token server that a registry names.
 *
 * @see <a href="https://distribution.github.io/distribution/spec/auth/token/">token authentication</a>
 * @see <a href="https://distribution.github.io/distribution/spec/auth/oauth/">OAuth2 token authentication</a>
 */
final class TokenServer {

    private static final int MAX_ANSWER = 1 << 20;

    /** Real ones have up to 4 KiB, and servers refuse longer headers. */
    private static final int MAX_TOKEN = 16 << 10;

    private static final String CLIENT_ID = "olm4j";

    /** The lifetime of a token if the server does not state one, and the minimum: the default of the protocol. */
    private static final long DEFAULT_LIFE_SECONDS = 60;

    private static final long LONGEST_LIFE_SECONDS = 86_400;
    private static final long MARGIN_SECONDS = 10;

    private final RegistryTransport transport;
    private final RegistryEndpoints endpoints;
    private final Clock clock;

    TokenServer(RegistryTransport transport, RegistryEndpoints endpoints, Clock clock) {
        this.transport = transport;
        this.endpoints = endpoints;
        this.clock = clock;
    }

    /**
     * Requests a token.
     *
     * @throws IOException if the server cannot be reached or has an internal error
     * @throws ImageException if it refuses, or if requests to it are not allowed
     */
    Grants.Grant ask(Challenge challenge, ImageReference repository, String actions, Optional<Credentials> credentials)
            throws IOException, ImageException {
        HttpUrl realm = HttpUrl.parse(String.valueOf(challenge.realm()));
        if (realm == null) {
            throw refused(repository, "its token server has no valid URL");
        }
        // An anonymous token is asked for over TLS too: the answer goes to the registry that names the server.
        if (!endpoints.mayCarryCredentials(realm)) {
            throw refused(
                    repository,
                    "its token server " + realm.host()
                            + " is reached without TLS; configure that server as an insecure registry");
        }
        if (!endpoints.mayName(realm, false, repository)) {
            throw refused(
                    repository,
                    "its token server " + realm.host()
                            + " is on this machine, and the registry is not; configure that server as an insecure"
                            + " registry");
        }
        HttpUrl scoped = scoped(realm, challenge, repository, actions);
        // A redirected form would take the refresh token along; the client drops the header of a redirected request.
        OkHttpClient http = transport
                .client(repository.domain())
                .newBuilder()
                .followRedirects(!(credentials.orElse(null) instanceof Credentials.IdentityToken))
                .addNetworkInterceptor(chain -> chain.proceed(admitted(chain, realm, repository)))
                .build();
        try (Response response = http.newCall(request(scoped, credentials)).execute()) {
            if (response.code() >= 500 || response.code() == 429) {
                throw new TokenServerException("its token server " + realm.host() + " answered " + response.code()
                        + "; it will be tried again");
            }
            if (!response.isSuccessful()) {
                throw refused(
                        repository,
                        "its token server " + realm.host() + " answered " + response.code() + "; give "
                                + repository.domain() + " a valid pull secret");
            }
            return token(response, repository);
        } catch (TokenServerException e) {
            throw e;
        } catch (IOException e) {
            throw new TokenServerException(e, "its token server " + realm.host());
        }
    }

    /** A request that may have been redirected, whose connection shows where its server is. */
    private Request admitted(Interceptor.Chain chain, HttpUrl realm, ImageReference repository) throws IOException {
        HttpUrl url = chain.request().url();
        String server = url.host().equals(realm.host()) ? "is" : "leads to the server " + url.host() + ", which is";
        try {
            if (!endpoints.mayName(url, isConnectedHere(chain.connection()), repository)) {
                throw new WrongAnswerException(server
                        + " on this machine, and the registry is not; configure that server as an insecure registry");
            }
        } catch (ImageException e) {
            throw new IOException(e);
        }
        if (!endpoints.mayCarryCredentials(url)) {
            throw new WrongAnswerException(
                    server + " reached without TLS; configure that server as an insecure registry");
        }
        return chain.request();
    }

    private static boolean isConnectedHere(@Nullable Connection connection) {
        if (connection == null || connection.route().proxy().type() != Proxy.Type.DIRECT) {
            return false;
        }
        InetAddress address = connection.route().socketAddress().getAddress();
        return address != null && (address.isLoopbackAddress() || address.isAnyLocalAddress());
    }

    private static Request request(HttpUrl scoped, Optional<Credentials> credentials) {
        Request.Builder request = new Request.Builder().url(scoped);
        return switch (credentials.orElse(null)) {
            case null -> request.build();
            case Credentials.Password password ->
                request.url(scoped.newBuilder()
                                .setQueryParameter("account", password.username())
                                .build())
                        .header("Authorization", password.basicHeader())
                        .build();
            case Credentials.IdentityToken(String token) ->
                request.post(form(scoped, token)).url(bare(scoped)).build();
            case Credentials.RegistryToken token ->
                throw new IllegalArgumentException("a registry token is not for the token server");
        };
    }

    private static FormBody form(HttpUrl scoped, String refreshToken) {
        FormBody.Builder form = new FormBody.Builder();
        for (int i = 0; i < scoped.querySize(); i++) {
            form.add(scoped.queryParameterName(i), String.valueOf(scoped.queryParameterValue(i)));
        }
        return form.add("grant_type", "refresh_token")
                .add("client_id", CLIENT_ID)
                .add("refresh_token", refreshToken)
                .build();
    }

    private static HttpUrl bare(HttpUrl scoped) {
        return scoped.newBuilder().query(null).build();
    }

    private static HttpUrl scoped(HttpUrl realm, Challenge challenge, ImageReference repository, String actions) {
        Map<String, String> given = challenge.authParams();
        HttpUrl.Builder url = realm.newBuilder().username("").password("");
        String service = given.get("service");
        if (service != null) {
            url.setQueryParameter("service", service);
        }
        String scope = given.get("scope");
        return url.setQueryParameter("scope", scope != null ? scope : "repository:" + repository.path() + ":" + actions)
                .build();
    }

    private Grants.Grant token(Response response, ImageReference repository) throws IOException, ImageException {
        JsonNode answer;
        try (InputStream body = response.body().byteStream()) {
            answer = RegistryJson.tree(body.readNBytes(MAX_ANSWER), "the answer of its token server");
        } catch (JsonProcessingException e) {
            // The message of the exception quotes the answer, which may contain a token.
            throw refused(repository, "its token server sent no usable token");
        } catch (ContentException e) {
            throw refused(repository, String.valueOf(e.getMessage()));
        }
        String token = answer.path("token").asText("");
        if (token.isEmpty()) {
            token = answer.path("access_token").asText("");
        }
        if (token.isEmpty() || token.length() > MAX_TOKEN || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw refused(repository, "its token server sent no usable token");
        }
        long life = Math.clamp(
                answer.path("expires_in").asLong(DEFAULT_LIFE_SECONDS), DEFAULT_LIFE_SECONDS, LONGEST_LIFE_SECONDS);
        Instant expires = clock.instant().plusSeconds(life - MARGIN_SECONDS);
        return new Grants.Grant("Bearer " + token, expires);
    }

    private static ImageException refused(ImageReference repository, String why) {
        return new ImageException("cannot authenticate to " + repository.domain() + ": " + why, false);
    }
}
