package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Requests that the API server has answered, of all clients, by its own metrics. Watches count when they end.
 *
 * @param all of them
 * @param reviews those that ask what somebody may do: SubjectAccessReviews and SelfSubjectRulesReviews
 */
record ApiServerRequests(double all, double reviews) {

    private static final String COUNTER = "apiserver_request_total";

    static ApiServerRequests now(KubernetesClient admin) {
        var metrics = new PrometheusText(admin.raw("/metrics"));
        return new ApiServerRequests(
                metrics.sum(COUNTER),
                metrics.sum(COUNTER, "resource=\"subjectaccessreviews\"")
                        + metrics.sum(COUNTER, "resource=\"selfsubjectrulesreviews\""));
    }
}
