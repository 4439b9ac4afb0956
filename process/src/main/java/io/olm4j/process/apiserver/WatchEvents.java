package io.olm4j.process.apiserver;

import java.io.IOException;
import java.net.ProtocolException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;

/**
 * Leaves out the managed fields of subresources of watch events, and escapes all characters that are not ASCII. The
 * library decodes each part of the answer to a plain
 * HTTP watch by itself, and takes the unused rest of its buffer for text: a character that takes more than one byte
 * damages the next event, and the informer stops for good (kubernetes-client 7.8.0, {@code WatchHTTPManager}).
 *
 * <p>An answer that is cut off in the middle of a chunk of HTTP/1.1 ends with a plain {@link IOException}: the library
 * takes a {@link ProtocolException} for a mistake of the program, and does not open the watch again.
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
        var events = new AsciiJsonSource(new SubresourceFieldsFilter(Okio.buffer(new CutSource(body.source()))));
        BufferedSource source = Okio.buffer(events);
        return response.newBuilder()
                .body(ResponseBody.create(source, body.contentType(), -1))
                .build();
    }

    private static final class CutSource extends ForwardingSource {

        CutSource(Source source) {
            super(source);
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            try {
                return super.read(sink, byteCount);
            } catch (ProtocolException e) {
                throw new IOException("the watch was cut off: " + e.getMessage(), e);
            }
        }
    }
}
