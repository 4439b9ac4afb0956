package io.olm4j.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link Proxies}: the rules are those of {@code golang.org/x/net/http/httpproxy}. */
class ProxiesTest {
    private static Proxy proxyFor(String uri, Map<String, String> environment) {
        return Proxies.of(environment).select(URI.create(uri)).getFirst();
    }

    private static boolean isDirect(String uri, String noProxy) {
        return proxyFor(
                        uri,
                        Map.of("HTTP_PROXY", "http://proxy:1", "HTTPS_PROXY", "http://proxy:2", "NO_PROXY", noProxy))
                .equals(Proxy.NO_PROXY);
    }

    @Test
    void shouldGoDirectlyWhenEnvironmentNamesNoProxy() {
        assertThat(proxyFor("https://catalogd.example.com/", Map.of())).isEqualTo(Proxy.NO_PROXY);
    }

    @Test
    void shouldChooseProxyByScheme() {
        Map<String, String> environment = Map.of("HTTP_PROXY", "http://plain:3128", "https_proxy", "secure:3129");

        assertThat(proxyFor("http://catalogd.example.com/", environment).address())
                .isEqualTo(InetSocketAddress.createUnresolved("plain", 3128));
        assertThat(proxyFor("https://catalogd.example.com/", environment).address())
                .isEqualTo(InetSocketAddress.createUnresolved("secure", 3129));
    }

    @ParameterizedTest
    @CsvSource({
        "proxy, HTTP, 80",
        "http://proxy, HTTP, 80",
        "http://user:p%40ss@proxy:8080/, HTTP, 8080",
        "socks5://proxy, SOCKS, 1080",
        "socks5h://proxy:9, SOCKS, 9",
        "https://proxy, HTTP, 443",
        "HTTPS://user@proxy:3129, HTTP, 3129"
    })
    void shouldReadProxyAddress(String address, Proxy.Type type, int port) {
        Proxy proxy = proxyFor("http://catalogd.example.com/", Map.of("HTTP_PROXY", address));

        assertThat(proxy.type()).isEqualTo(type);
        assertThat(proxy.address()).isEqualTo(InetSocketAddress.createUnresolved("proxy", port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://",
                "http://secret@ /",
                "http://u:%secret@proxy",
                "https://proxy:99999",
                "socks5://u:secret@proxy",
                "x://secret"
            })
    void shouldRefuseWhatIsNoProxyWithoutQuotingIt(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Proxies.of(Map.of("HTTPS_PROXY", address)))
                .withMessageStartingWith("HTTPS_PROXY ")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://localhost/                | ''",
                "http://127.8.9.1:8080/           | ''",
                "http://[::1]/                    | ''",
                "http://any.example.com/          | *",
                "http://example.com/              | example.com",
                "http://a.EXAMPLE.com/            | x.org, Example.com",
                "http://a.example.com/            | .example.com",
                "http://a.b.example.com/          | *.example.com",
                "http://example.com:8080/         | example.com:8080",
                "https://example.com/             | example.com:443",
                "http://example.com/              | example.com:80",
                "http://10.1.2.3/                 | 10.1.2.3",
                "http://10.1.2.3:81/              | 10.1.2.3:81",
                "http://10.1.2.3/                 | 10.0.0.0/8",
                "http://[fd00::5]/                | fd00::/8",
                "http://[fd00::5]:81/             | [fd00::5]:81",
                "http://10.1.2.3/                 | 0.0.0.0/0",
            })
    void shouldGoDirectlyWhenExcepted(String uri, String noProxy) {
        assertThat(isDirect(uri, noProxy)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://example.com/       | ''",
                "http://example.com/       | .example.com",
                "http://example.com/       | *.example.com",
                "http://notexample.com/    | example.com",
                "http://example.com:8080/  | example.com:80",
                "http://10.1.2.3/          | 10.1.2.4, 10.1.2.0/33, 10.1.2/24, :80, /8",
                "http://10.1.2.3/          | 3",
                "http://10.1.2.3/          | 10.1.2.3:81",
                "http://11.1.2.3/          | 10.0.0.0/8, fd00::/8",
                "http://a.example.com/     | a.*.com",
            })
    void shouldGoThroughProxyOtherwise(String uri, String noProxy) {
        assertThat(isDirect(uri, noProxy)).isFalse();
    }
}
