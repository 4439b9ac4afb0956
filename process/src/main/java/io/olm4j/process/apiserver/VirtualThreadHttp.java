package io.olm4j.process.apiserver;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.Dispatcher;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;

/**
 * HTTP for Kubernetes clients that puts every request and every watch on a virtual thread. The default keeps a platform thread
 * for each watch, and for each request of the last minute.
 *
 * <p>Each client has a dispatcher of its own, since closing a client cancels what its dispatcher has; on virtual threads that
 * costs nothing.
 */
public class VirtualThreadHttp extends OkHttpClientFactory {

    private final List<Interceptor> interceptors;

    /** @param interceptors see every request, retries included, in this order */
    public VirtualThreadHttp(Interceptor... interceptors) {
        this.interceptors = List.of(interceptors);
    }

    /** A client on virtual threads, its informers included. */
    public static KubernetesClient client(Config config) {
        return new VirtualThreadHttp().newClient(config);
    }

    /** The same with what a subclass adds. */
    public final KubernetesClient newClient(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(this)
                .withTaskExecutorSupplier(() -> threads("informer-"))
                .build();
    }

    @Override
    protected void additionalConfig(OkHttpClient.Builder builder) {
        interceptors.forEach(builder::addInterceptor);
    }

    @Override
    protected Dispatcher initDispatcher() {
        Dispatcher dispatcher = new Dispatcher(threads("api-"));
        // Watches never end: under a limit they would keep requests waiting for ever.
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        return dispatcher;
    }

    private static ExecutorService threads(String name) {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name, 0).factory());
    }
}
