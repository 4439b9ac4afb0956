package io.olm4j.oci.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.oci.tls.RegistryTransport;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.Test;

/** Fuzzing of the challenges and refusals of registries, and of the answers of token servers. */
class ChallengeFuzzTest {
    private static final String CHALLENGE =
            "Bearer realm=\"https://auth.example.com/token?a=b\",service=\"registry\",scope=\"repository:a/b:pull\"";
    private static final String GRANT =
            "{\"token\":\"abc.def\",\"expires_in\":300,\"issued_at\":\"2026-01-01T00:00:00Z\"}";

    @Test
    void shouldAnswerOrRefuseChallenges() {
        Fuzzing.from(CHALLENGE, "Basic realm=\"x\", Bearer realm=\"https://a/b\"", "Digest a=b, c, Negotiate YWJj==")
                .slow()
                .withWords(
                        "realm=", "\"https://", "http://127.0.0.1:1/", "Bearer ", "Basic ", "\\\"", "=", ", ", "scope=")
                .allowing(ImageException.class)
                .bytes(challenge -> answer(new String(challenge, ISO_8859_1), GRANT.getBytes(ISO_8859_1)));
    }

    @Test
    void shouldReadOrRefuseGrants() {
        Fuzzing.from(GRANT, "{\"access_token\":\"x\",\"expires_in\":-1}")
                .slow()
                .withWords("\"token\":", "\"expires_in\":", "1e400", "{}", "[]")
                .allowing(ImageException.class)
                .bytes(grant -> answer(CHALLENGE, grant));
    }

    @Test
    void shouldDescribeEveryRefusal() throws ImageException {
        ImageReference repository = ImageReference.parse("registry.example.com/a/b:t");
        Request request =
                new Request.Builder().url("https://registry.example.com/v2/").build();
        Fuzzing.from("{\"errors\":[{\"code\":\"DENIED\",\"message\":\"no access\",\"detail\":{\"a\":[]}}]}", "<html>")
                .withWords("\"errors\":[", "\"message\":", "\"code\":", "\\u0007", "{}", "[]")
                .bytes(body -> {
                    Response refusal = response(request, 403)
                            .body(ResponseBody.create(body, null))
                            .build();
                    assertThat(RegistryErrors.describe(refusal, repository, false, text -> text))
                            .isNotEmpty();
                });
    }

    /** Asks with a password and without: only the first sends it. */
    private static void answer(String challenge, byte[] grant) throws IOException, ImageException {
        ImageReference repository = ImageReference.parse("registry.example.com/a/b:t");
        Response refusal = response(
                        new Request.Builder()
                                .url("https://registry.example.com/v2/")
                                .build(),
                        401)
                .addHeader("WWW-Authenticate", challenge.replaceAll("[^\\x20-\\x7e\\t]", "?"))
                .build();
        authenticator(Optional.empty(), grant).answer(refusal, repository, "pull");
        authenticator(Optional.of(new Credentials.Password("u", "p")), grant).answer(refusal, repository, "pull");
    }

    private static RegistryAuthenticator authenticator(Optional<Credentials> credentials, byte[] grant) {
        Interceptor granting = chain -> response(chain.request(), 200)
                .body(ResponseBody.create(grant, null))
                .build();
        RegistryTransport transport = new RegistryTransport(
                new OkHttpClient.Builder().addInterceptor(granting).build(), CertificateDirectories.NONE);
        RegistryEndpoints endpoints = new RegistryEndpoints(Set.of());
        Clock clock = Clock.systemUTC();
        return new RegistryAuthenticator(
                _ -> credentials, endpoints, new TokenServer(transport, endpoints, clock), new Grants(clock));
    }

    private static Response.Builder response(Request request, int code) {
        return new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(code)
                .message("");
    }
}
