package io.olm4j.process.leader;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Lets a client write only while its replica leads.
 *
 * <p>A replica that was suspended for longer than its lease does not know that another one leads now, and continues.
 * The fence refuses its writes at the last moment before they are sent.
 */
public final class WriteFence implements Interceptor {

    private static final Set<String> READS = Set.of("GET", "HEAD");

    /** Where the API server answers questions about users and their rights: it stores nothing there. */
    private static final Pattern REVIEWS = Pattern.compile("/apis/(authentication|authorization)\\.k8s\\.io/.*");

    private final Leadership leadership;

    /** A fence for the clients that only the leader may write with. */
    public WriteFence(Leadership leadership) {
        this.leadership = leadership;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        if (isWrite(request) && !leadership.isLeader()) {
            throw new NotLeadingException(request.method(), request.url().encodedPath());
        }
        return chain.proceed(request);
    }

    private static boolean isWrite(Request request) {
        return !READS.contains(request.method())
                && !REVIEWS.matcher(request.url().encodedPath()).matches();
    }
}
