package io.olm4j.e2e;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.controller.Controller;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/** The controller, which dies after so many writes: from then on the API server hears nothing from it any more. */
final class MortalController implements AutoCloseable, Interceptor {

    static final int IMMORTAL = Integer.MAX_VALUE;

    private final KubernetesClient client;
    private final Controller controller;
    private final CountDownLatch started = new CountDownLatch(1);
    private int left;
    private volatile boolean dead;

    /**
     * Starts it.
     *
     * @param own with which it talks to the API server
     * @param writes so many succeed; it dies before the next one
     */
    MortalController(Config own, Path cache, int writes) {
        left = writes;
        client = client(own);
        controller = Controller.start(client, ControllerOptions.of(cache, "olmv1-system"), this::client);
        started.countDown();
    }

    private KubernetesClient client(Config config) {
        return new ApiServerHttp(this)
                .newClient(new ConfigBuilder(config)
                        .withRequestRetryBackoffLimit(0)
                        .build());
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        boolean write = isWrite(chain.request());
        if (write) {
            awaitStart();
        }
        if (isDeadBefore(write)) {
            throw new IOException("the controller is dead");
        }
        Response response = chain.proceed(chain.request());
        if (write && !response.isSuccessful()) {
            giveBack();
        }
        return response;
    }

    /** One that dies while it starts is one that did not start. */
    private void awaitStart() throws InterruptedIOException {
        try {
            started.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private synchronized boolean isDeadBefore(boolean write) {
        dead = dead || (write && left-- <= 0);
        return dead;
    }

    /** What the API server refused has changed nothing. */
    private synchronized void giveBack() {
        left++;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether a request changes something that outlives the controller. */
    private static boolean isWrite(Request request) {
        String path = request.url().encodedPath();
        return !request.method().equals("GET") && !path.endsWith("reviews") && !path.endsWith("/token");
    }

    @Override
    public void close() {
        controller.close();
        client.close();
    }
}
