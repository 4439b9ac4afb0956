package io.olm4j.process.apiserver;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Limits how long an answer can keep a request waiting. The library waits as long as {@code Retry-After} says before it
 * repeats a request, without a limit, and webhooks and load balancers can set the header as well as the API server. It
 * is a network interceptor, because OkHttp itself reads the header too, and fails at a number that is too large.
 */
final class LimitedPauses implements Interceptor {

    private static final String HEADER = "Retry-After";

    /** What an API server asks for at most, when it has refused requests because of its load for some time. */
    private static final int MAX_SECONDS = 32;

    @Override
    public Response intercept(Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String pause = response.header(HEADER);
        if (pause == null || isShort(pause)) {
            return response;
        }
        return response.newBuilder()
                .header(HEADER, Integer.toString(MAX_SECONDS))
                .build();
    }

    private static boolean isShort(String pause) {
        try {
            return Long.parseLong(pause.strip()) <= MAX_SECONDS;
        } catch (NumberFormatException e) {
            return false; // A time, or a number that is far too large.
        }
    }
}
