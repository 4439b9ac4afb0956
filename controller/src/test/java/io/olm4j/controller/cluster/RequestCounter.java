package io.olm4j.controller.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Notes the requests of its own client. */
final class RequestCounter implements Interceptor {

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final KubernetesClient original;
    private int seen;

    RequestCounter(KubernetesClient original) {
        this.original = original;
    }

    KubernetesClient client() {
        return new ApiServerHttp(this).newClient(original.getConfiguration());
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        requests.add(chain.request().url().encodedPath());
        return chain.proceed(chain.request());
    }

    int reads(String path) {
        return (int) requests.stream().filter(path::equals).count();
    }

    int watches() {
        return reads("/apis/apiregistration.k8s.io/v1/apiservices");
    }

    /** Whether no request was sent since the last call of this method. */
    boolean isQuiet() {
        int before = seen;
        seen = requests.size();
        return before == seen;
    }
}
