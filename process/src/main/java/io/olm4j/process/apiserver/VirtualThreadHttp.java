package io.olm4j.process.apiserver;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.olm4j.proxies.Proxies;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.Dispatcher;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;

/**
 * HTTP for Kubernetes clients that puts every request and every watch on a virtual thread. The default keeps a platform
 * thread for each watch, and for each request of the last minute.
 *
 * <p>Each client has its own dispatcher, because closing a client cancels the requests of its dispatcher. On virtual
 * threads a dispatcher costs nothing.
 *
 * <p>Requests go through the proxies of the environment, by the same rules as requests to registries and catalogs. The
 * library's own rules send requests to loopback through a proxy, and fail at {@code *} or a space in {@code NO_PROXY}.
 */
public class VirtualThreadHttp extends OkHttpClientFactory {

    private final Proxies proxies;
    private final List<Interceptor> interceptors;

    /**
     * Makes clients that use the proxies of the environment.
     *
     * @param interceptors see every request, retries included, in this order
     * @throws IllegalArgumentException if the environment names a proxy that cannot be used; the message says why
     */
    public VirtualThreadHttp(Interceptor... interceptors) {
        this(Proxies.of(System.getenv()), interceptors);
    }

    VirtualThreadHttp(Proxies proxies, Interceptor... interceptors) {
        this.proxies = proxies;
        this.interceptors = List.of(interceptors);
    }

    /** A client that runs on virtual threads, as do its informers. */
    public static KubernetesClient client(Config config) {
        return new VirtualThreadHttp().newClient(config);
    }

    /**
     * A client on virtual threads with the interceptors of this factory and the additions of a subclass.
     *
     * @param config is changed: watches become plain HTTP requests, and if the environment names a proxy, its own proxy
     *     settings are removed. It is not copied, because a copy would not get new tokens
     */
    public final KubernetesClient newClient(Config config) {
        // Each WebSocket would need a connection of its own, with a TLS handshake.
        config.setOnlyHttpWatches(true);
        if (!proxies.areNone()) {
            config.setHttpProxy(null);
            config.setHttpsProxy(null);
        }
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(this)
                .withTaskExecutorSupplier(() -> threads("informer-"))
                .build();
    }

    @Override
    protected void additionalConfig(OkHttpClient.Builder builder) {
        interceptors.forEach(builder::addInterceptor);
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

    private static ExecutorService threads(String name) {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name, 0).factory());
    }
}
