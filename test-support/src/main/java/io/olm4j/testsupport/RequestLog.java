package io.olm4j.testsupport;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Notes the requests of the clients that it intercepts, and lets a fault meet them. */
public final class RequestLog implements Interceptor {

    private final Queue<Noted> requests = new ConcurrentLinkedQueue<>();
    private volatile Interceptor fault = chain -> chain.proceed(chain.request());

    private record Noted(String method, String path, boolean isWatch) {

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** A client whose requests are noted. */
    public KubernetesClient client(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(new OkHttpClientFactory() {
                    @Override
                    protected void additionalConfig(OkHttpClient.Builder builder) {
                        builder.addInterceptor(RequestLog.this);
                    }
                })
                .build();
    }

    /** From now on every request goes through this. */
    public void inject(Interceptor newFault) {
        fault = newFault;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        requests.add(new Noted(
                request.method(),
                request.url().encodedPath(),
                "true".equals(request.url().queryParameter("watch"))));
        return fault.intercept(chain);
    }

    public void clear() {
        requests.clear();
    }

    /** Requests that change something. */
    public List<String> writes() {
        return requests.stream()
                .filter(request -> !request.method().equals("GET"))
                .filter(request ->
                        !request.path().endsWith("reviews") && !request.path().endsWith("/token"))
                .map(Noted::toString)
                .toList();
    }

    /** The same with this word, such as a namespace, in the path: other tests leave objects on the cluster too. */
    public List<String> writesOf(String word) {
        return writes().stream().filter(request -> request.contains(word)).toList();
    }

    /** How often a path was read; a watch does not count, because it asks again whenever its connection breaks. */
    public long readsOf(String path) {
        return requests.stream()
                .filter(request -> request.method().equals("GET") && !request.isWatch())
                .filter(request -> request.path().equals(path))
                .count();
    }

    public List<String> all() {
        return requests.stream().map(Noted::toString).toList();
    }
}
