package io.olm4j.testsupport;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;

/** What may happen to requests on their way. */
public final class Faults {

    private static final MediaType JSON = MediaType.get("application/json");

    private Faults() {}

    /** Answers with this HTTP status and does not send the request. */
    public static Interceptor answer(int code) {
        return answer(code, "injected");
    }

    /** What a request carries. */
    public static String body(Request request) throws IOException {
        Buffer buffer = new Buffer();
        if (request.body() != null) {
            request.body().writeTo(buffer);
        }
        return buffer.readUtf8();
    }

    /** The same with a message. */
    public static Interceptor answer(int code, String message) {
        return chain -> new Response.Builder()
                .request(chain.request())
                .protocol(Protocol.HTTP_1_1)
                .code(code)
                .message("injected")
                .body(ResponseBody.create("""
                        {"kind":"Status","apiVersion":"v1","status":"Failure","message":"%s","code":%d}""".formatted(message, code), JSON))
                .build();
    }

    /** Loses the request before it is sent. */
    public static Interceptor lost() {
        return chain -> {
            throw new IOException("injected: the request was lost");
        };
    }

    /** Sends the request and loses its answer. */
    public static Interceptor answerLost() {
        return chain -> {
            chain.proceed(chain.request()).close();
            throw new IOException("injected: the answer was lost");
        };
    }

    /** The first request of a kind meets a fault. */
    public static Interceptor once(Predicate<Request> which, Interceptor fault) {
        var met = new AtomicBoolean();
        return chain -> which.test(chain.request()) && met.compareAndSet(false, true)
                ? fault.intercept(chain)
                : chain.proceed(chain.request());
    }

    /** Each call meets a fault the first time it is made; watches do not. */
    public static Interceptor eachFirst(Predicate<Request> which, Interceptor fault) {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        return chain -> {
            Request request = chain.request();
            boolean watch = "true".equals(request.url().queryParameter("watch"));
            return !watch
                            && which.test(request)
                            && seen.add(request.method() + " " + request.url().encodedPath())
                    ? fault.intercept(chain)
                    : chain.proceed(request);
        };
    }

    public static boolean isWrite(Request request) {
        return !request.method().equals("GET") && !request.url().encodedPath().endsWith("reviews");
    }
}
