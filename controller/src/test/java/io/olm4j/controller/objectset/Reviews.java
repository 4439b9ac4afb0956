package io.olm4j.controller.objectset;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Notes when the controller requested the rights of each account. */
final class Reviews implements Interceptor {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Queue<Instant>> times = new ConcurrentHashMap<>();

    static Reviews of(SetControllerFixture fixture) {
        Reviews reviews = new Reviews();
        fixture.inject(reviews);
        return reviews;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (chain.request().url().encodedPath().endsWith("/subjectaccessreviews")) {
            String user = JSON.readTree(Faults.body(chain.request()))
                    .path("spec")
                    .path("user")
                    .asText();
            times.computeIfAbsent(user, _ -> new ConcurrentLinkedQueue<>()).add(Instant.now());
        }
        return chain.proceed(chain.request());
    }

    int count(ServiceAccountRef account) {
        return of(account).size();
    }

    /** Whether the rights of each account were requested, but not within the time {@code lately}. */
    boolean rest(Collection<ServiceAccountRef> accounts, Duration lately) {
        Instant since = Instant.now().minus(lately);
        return accounts.stream()
                .map(this::of)
                .allMatch(asked -> !asked.isEmpty() && asked.stream().allMatch(time -> time.isBefore(since)));
    }

    private Collection<Instant> of(ServiceAccountRef account) {
        Queue<Instant> asked = times.get(account.userName());
        return asked == null ? List.of() : asked;
    }
}
