package io.olm4j.process.apiserver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.TlsVersion;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import io.olm4j.proxies.Proxies;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.CipherSuite;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;

/**
 * HTTP for Kubernetes clients that puts every request and every watch on a virtual thread. The default keeps a platform
 * thread for each watch, and for each request of the last minute.
 *
 * <p>A command, which ends after some requests, uses platform threads instead: once a virtual thread has waited for a
 * socket, the JVM waits 0.3 s at its end for the thread that polls the sockets.
 *
 * <p>Each client has its own dispatcher, because closing a client cancels the requests of its dispatcher. A dispatcher
 * keeps no threads.
 *
 * <p>Requests go through the proxies of the environment, by the same rules as requests to registries and catalogs. The
 * library's own rules send requests to loopback through a proxy, and fail at {@code *} or a space in {@code NO_PROXY}.
 */
public final class ApiServerHttp extends OkHttpClientFactory {

    /**
     * Prefers ChaCha20-Poly1305, which an API server follows that allows it. Without the second compiler of the JVM,
     * AES-GCM takes four times as long: a tenth of the processor time of a controller.
     */
    private static final ConnectionSpec TLS = new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS)
            .cipherSuites(Stream.concat(suites(true), suites(false)).toArray(CipherSuite[]::new))
            .build();

    /**
     * The pause in milliseconds before a watch that failed is opened again. The library doubles it up to 4.8 s; its
     * default leads to 32 s, for which the controller would not see what has changed.
     */
    private static final int WATCH_PAUSE = 150;

    /** The property of a configuration with the {@code proxy-url} of its cluster; empty if the cluster has none. */
    private static final String PROXY_URL = "proxy-url";

    private final Supplier<Thread.Builder> threads;
    private final Supplier<KubernetesSerialization> serialization;
    private final Proxies proxies;
    private final List<Interceptor> interceptors;

    /**
     * Makes clients that use the proxies of the environment.
     *
     * @param interceptors see every request, retries included, in this order
     * @throws IllegalArgumentException if the environment names a proxy that cannot be used; the message says why
     */
    public ApiServerHttp(Interceptor... interceptors) {
        this(Thread::ofVirtual, ApiServerHttp::serialization, Proxies.of(System.getenv()), interceptors);
    }

    ApiServerHttp(Proxies proxies, Interceptor... interceptors) {
        this(Thread::ofVirtual, ApiServerHttp::serialization, proxies, interceptors);
    }

    private ApiServerHttp(
            Supplier<Thread.Builder> threads,
            Supplier<KubernetesSerialization> serialization,
            Proxies proxies,
            Interceptor... interceptors) {
        this.threads = threads;
        this.serialization = serialization;
        this.proxies = proxies;
        this.interceptors = List.of(interceptors);
    }

    /** A client that runs on virtual threads, as do its informers. */
    public static KubernetesClient client(Config config) {
        return new ApiServerHttp().newClient(config);
    }

    /**
     * A client for a command. It runs on platform threads that do not keep the process alive, and knows the classes of
     * all kinds, because commands send manifests of any kind.
     *
     * <p>It uses the proxies that kubectl uses: {@code proxy-url} of the kubeconfig, or else those of the environment,
     * without {@code ALL_PROXY}.
     *
     * @param config is changed as by {@link #newClient}, and loses its own proxy settings
     * @throws KubernetesClientException if {@code proxy-url} cannot be used
     */
    public static KubernetesClient clientOfCommand(Config config) {
        Proxies proxies = proxyUrl(config).map(ApiServerHttp::proxy).orElseGet(() -> Proxies.of(System.getenv()));
        config.setHttpProxy(null);
        config.setHttpsProxy(null);
        return new ApiServerHttp(
                        () -> Thread.ofPlatform().daemon(), () -> new KubernetesSerialization(mapper(), true), proxies)
                .newClient(config);
    }

    /** Notes the {@code proxy-url} of the cluster of a configuration, so that its kubeconfig is not read for it. */
    public static void setProxyUrl(Config config, Optional<String> url) {
        config.setAdditionalProperty(PROXY_URL, url.orElse(""));
    }

    /** The {@code proxy-url} of the current context's cluster. The library mixes it with the environment. */
    private static Optional<String> proxyUrl(Config config) {
        return Optional.ofNullable(config.getAdditionalProperties().get(PROXY_URL))
                .map(String::valueOf)
                .or(() -> proxyUrlOfFile(config))
                .filter(url -> !url.isEmpty());
    }

    private static Optional<String> proxyUrlOfFile(Config config) {
        Optional<String> cluster = Optional.ofNullable(config.getCurrentContext())
                .map(NamedContext::getContext)
                .map(Context::getCluster);
        if (cluster.isEmpty() || config.getFileWithCluster() == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                        KubeConfigUtils.parseConfig(config.getFileWithCluster()).getClusters())
                .stream()
                .flatMap(List::stream)
                .filter(named -> cluster.get().equals(named.getName()))
                .findFirst()
                .map(NamedCluster::getCluster)
                .map(Cluster::getProxyUrl);
    }

    private static Proxies proxy(String url) {
        try {
            return Proxies.always("proxy-url", url);
        } catch (IllegalArgumentException e) {
            throw new KubernetesClientException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * A client with the interceptors of this factory.
     *
     * @param config is changed: watches become plain HTTP requests that are repeated sooner, and its own proxy settings
     *     are removed, unless they come from the kubeconfig and the environment names no proxy: the library also reads
     *     {@code ALL_PROXY}. It is not copied, because a copy would not get new tokens
     */
    public KubernetesClient newClient(Config config) {
        // Each WebSocket would need a connection of its own, with a TLS handshake.
        config.setOnlyHttpWatches(true);
        config.setWatchReconnectInterval(WATCH_PAUSE);
        // Versions of TLS would replace the order of the cipher suites.
        config.setTlsVersions(new TlsVersion[0]);
        if (!proxies.areNone() || proxyUrl(config).isEmpty()) {
            config.setHttpProxy(null);
            config.setHttpsProxy(null);
        }
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(new KeepingTokens())
                .withKubernetesSerialization(serialization.get())
                .withTaskExecutorSupplier(() -> threads("informer-"))
                .build();
    }

    @Override
    protected void additionalConfig(OkHttpClient.Builder builder) {
        builder.connectionSpecs(List.of(TLS, ConnectionSpec.CLEARTEXT));
        interceptors.forEach(builder::addInterceptor);
        builder.addNetworkInterceptor(new LimitedPauses());
        builder.addInterceptor(new WatchEvents());
    }

    @Override
    protected OkHttpClient.Builder newOkHttpClientBuilder() {
        OkHttpClient.Builder builder = super.newOkHttpClientBuilder();
        return proxies.areNone()
                ? builder
                : proxies.through(builder.build(), () -> (SSLSocketFactory) SSLSocketFactory.getDefault())
                        .newBuilder();
    }

    @Override
    protected Dispatcher initDispatcher() {
        Dispatcher dispatcher = new Dispatcher(threads("api-"));
        // Watches never end: under a limit, requests would wait for ever behind them.
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        return dispatcher;
    }

    /**
     * Knows the classes of no kinds, so that an event of a watch of generic resources is not read as its own class
     * first and then converted. A caller that watches a kind with its own class registers that class.
     */
    static KubernetesSerialization serialization() {
        ObjectMapper mapper = mapper();
        var serialization = new JsonSerialization(mapper);
        mapper.registerModule(
                new SimpleModule().addDeserializer(WatchEvent.class, new WatchEventDeserializer(serialization)));
        // It comes instead of an object when a watch ends with an error.
        serialization.registerKubernetesResource("v1", "Status", Status.class);
        return serialization;
    }

    /**
     * Reads everything that an API server serves. It admits names and nesting beyond the limits of Jackson, and one
     * object that cannot be read would end the watch of all objects of its kind.
     */
    private static ObjectMapper mapper() {
        return new ObjectMapper(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build());
    }

    private static Stream<CipherSuite> suites(boolean chaCha) {
        return Objects.requireNonNull(ConnectionSpec.MODERN_TLS.cipherSuites()).stream()
                .filter(suite -> suite.javaName().contains("CHACHA20") == chaCha);
    }

    private ExecutorService threads(String name) {
        return Executors.newThreadPerTaskExecutor(threads.get().name(name, 0).factory());
    }

    /** Makes clients that {@linkplain KeptTokenInterceptor keep their token} when no other one can be read. */
    private final class KeepingTokens implements HttpClient.Factory {

        @Override
        public HttpClient.Builder newBuilder() {
            return ApiServerHttp.this.newBuilder();
        }

        @Override
        public HttpClient.Builder newBuilder(Config config) {
            HttpClient.Builder builder = ApiServerHttp.this.newBuilder(config);
            return builder.addOrReplaceInterceptor(
                    TokenRefreshInterceptor.NAME, new KeptTokenInterceptor(config, this, Instant.now()));
        }
    }
}
