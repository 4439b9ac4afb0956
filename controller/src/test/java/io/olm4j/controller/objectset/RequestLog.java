package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Notes the requests of clients that are made through it. */
final class RequestLog implements Interceptor {

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    KubernetesClient client(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("request-log", this))
                .build();
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        requests.add(request.method() + " " + request.uri().getPath());
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
