package io.olm4j.process.apiserver;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Counts the requests of all clients that use this interceptor to the API server. It counts as Kubernetes' own client
 * does: each attempt, and each watch once, when it begins.
 */
public final class ApiRequestMetrics implements Interceptor {

    private final MeterProvider<Counter> requests;

    public ApiRequestMetrics(MeterRegistry meters) {
        this.requests = Counter.builder("rest.client.requests")
                .description("Requests to the API server, by status, method and host")
                .withRegistry(meters);
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        try {
            Response response = chain.proceed(chain.request());
            count(chain, Integer.toString(response.code()));
            return response;
        } catch (IOException e) {
            count(chain, "<error>");
            throw e;
        }
    }

    private void count(Chain chain, String code) {
        String name = chain.request().url().host();
        String host = (name.contains(":") ? "[" + name + "]" : name) + ":"
                + chain.request().url().port();
        requests.withTags("code", code, "method", chain.request().method(), "host", host)
                .increment();
    }
}
