package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link LimitedPauses}. */
class LimitedPausesTest {

    private final HttpServer server;

    LimitedPausesTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    }

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "5 | 5",
                "32 | 32",
                "33 | 32",
                "86400 | 32",
                "99999999999999999999 | 32",
                "Fri, 31 Dec 2100 23:59:59 GMT | 32"
            })
    void shouldNotWaitLongerThanAnApiServerAsksFor(String pause, String limited) throws IOException {
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", pause);
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        var client = new OkHttpClient.Builder()
                .addNetworkInterceptor(new LimitedPauses())
                .build();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";

        try (Response response =
                client.newCall(new Request.Builder().url(url).build()).execute()) {
            assertThat(response.header("Retry-After")).isEqualTo(limited);
        }
    }
}
