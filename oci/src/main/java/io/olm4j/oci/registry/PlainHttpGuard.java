package io.olm4j.oci.registry;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Refuses to follow a redirect from TLS to plain HTTP, where third parties could read the request and change the
 * answer.
 */
final class PlainHttpGuard implements Interceptor {

    /** Thrown if a redirect leads from TLS to plain HTTP. */
    static final class LeftTlsException extends IOException {
        LeftTlsException(String host) {
            super("redirected to plain HTTP at " + host);
        }
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (chain.call().request().url().isHttps() && !chain.request().url().isHttps()) {
            throw new LeftTlsException(chain.request().url().host());
        }
        return chain.proceed(chain.request());
    }
}
