package io.olm4j.process.apiserver;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.olm4j.proxies.Proxies;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
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
public class ApiServerHttp extends OkHttpClientFactory {

    private final Supplier<Thread.Builder> threads;
    private final Proxies proxies;
    private final List<Interceptor> interceptors;

    /**
     * Makes clients that use the proxies of the environment.
     *
     * @param interceptors see every request, retries included, in this order
     * @throws IllegalArgumentException if the environment names a proxy that cannot be used; the message says why
     */
    public ApiServerHttp(Interceptor... interceptors) {
        this(Thread::ofVirtual, Proxies.of(System.getenv()), interceptors);
    }

    ApiServerHttp(Proxies proxies, Interceptor... interceptors) {
        this(Thread::ofVirtual, proxies, interceptors);
    }

    private ApiServerHttp(Supplier<Thread.Builder> threads, Proxies proxies, Interceptor... interceptors) {
        this.threads = threads;
        this.proxies = proxies;
        this.interceptors = List.of(interceptors);
    }

    /** A client that runs on virtual threads, as do its informers. */
    public static KubernetesClient client(Config config) {
        return new ApiServerHttp().newClient(config);
    }

    /** A client for a command. It runs on platform threads that do not keep the process alive. */
    public static KubernetesClient clientOfCommand(Config config) {
        return new ApiServerHttp(() -> Thread.ofPlatform().daemon(), Proxies.of(System.getenv())).newClient(config);
    }

    /**
     * A client with the interceptors of this factory and the additions of a subclass.
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

    private ExecutorService threads(String name) {
        return Executors.newThreadPerTaskExecutor(threads.get().name(name, 0).factory());
    }
}
