package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.process.apiserver.VirtualThreadHttp;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/** Notes the requests of clients that are made through it, and lets a fault meet them. */
final class RequestLog implements Interceptor {

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private volatile Interceptor fault = chain -> chain.proceed(chain.request());

    KubernetesClient client(Config config) {
        return new VirtualThreadHttp() {
            @Override
            protected void additionalConfig(OkHttpClient.Builder builder) {
                builder.addInterceptor(RequestLog.this);
            }
        }.newClient(config);
    }

    /** From now on every request goes through this. */
    void inject(Interceptor newFault) {
        fault = newFault;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        requests.add(chain.request().method() + " " + chain.request().url().encodedPath());
        return fault.intercept(chain);
    }

    void clear() {
        requests.clear();
    }

    /** Requests that change something. */
    List<String> writes() {
        return requests.stream()
                .filter(request -> !request.startsWith("GET "))
                .filter(request -> !request.endsWith("/subjectaccessreviews") && !request.endsWith("/token"))
                .toList();
    }

    List<String> all() {
        return List.copyOf(requests);
    }
}
