package io.olm4j.process.apiserver;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSource;
import okio.Okio;

/**
 * Leaves out the managed fields of subresources of watch events, and escapes all characters that are not ASCII. The
 * library decodes each part of the answer to a plain
 * HTTP watch by itself, and takes the unused rest of its buffer for text: a character that takes more than one byte
 * damages the next event, and the informer stops for good (kubernetes-client 7.8.0, {@code WatchHTTPManager}).
 */
final class WatchEvents implements Interceptor {

    @Override
    public Response intercept(Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        return isWatch(chain.request()) && response.isSuccessful() ? escaped(response) : response;
    }

    /** Whether a request asks the API server for a watch. */
    static boolean isWatch(Request request) {
        return "true".equals(request.url().queryParameter("watch"));
    }

    private static Response escaped(Response response) {
        ResponseBody body = response.body();
        BufferedSource source = Okio.buffer(new AsciiJsonSource(new SubresourceFieldsFilter(body.source())));
        return response.newBuilder()
                .body(ResponseBody.create(source, body.contentType(), -1))
                .build();
    }
}
