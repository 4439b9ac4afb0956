package io.olm4j.testsupport;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/** Notes the requests of the clients that it intercepts, and lets a fault meet them. */
public final class RequestLog implements Interceptor {

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<String> reads = new ConcurrentLinkedQueue<>();
    private volatile Interceptor fault = chain -> chain.proceed(chain.request());

    /** From now on every request goes through this. */
    public void inject(Interceptor newFault) {
        fault = newFault;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        requests.add(request.method() + " " + request.url().encodedPath());
        if (request.method().equals("GET") && !"true".equals(request.url().queryParameter("watch"))) {
            reads.add(request.url().encodedPath());
        }
        return fault.intercept(chain);
    }

    public void clear() {
        requests.clear();
        reads.clear();
    }

    /** Requests that change something. */
    public List<String> writes() {
        return requests.stream()
                .filter(request -> !request.startsWith("GET "))
                .filter(request -> !request.endsWith("reviews") && !request.endsWith("/token"))
                .toList();
    }

    /** The same with this word, such as a namespace, in the path: other tests leave objects on the cluster too. */
    public List<String> writesOf(String word) {
        return writes().stream().filter(request -> request.contains(word)).toList();
    }

    /** How often a path was read; a watch does not count, because it asks again whenever its connection breaks. */
    public long readsOf(String path) {
        return reads.stream().filter(path::equals).count();
    }

    public List<String> all() {
        return List.copyOf(requests);
    }
}
