package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.work.BoundedWork;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks the API server by SubjectAccessReviews what an account may do. It sends many reviews at once, but each question
 * only once.
 */
final class AccessReviewer {

    private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private final ObjectClient controller;
    private final BoundedWork work;

    AccessReviewer(ObjectClient controller, BoundedWork work) {
        this.controller = controller;
        this.work = work;
    }

    /**
     * The queries that the API server denies to the account.
     *
     * @throws ApiException if the API server gives no decision
     */
    Set<AccessQuery> denied(ServiceAccountRef account, Collection<AccessQuery> queries) {
        record Answer(AccessQuery query, boolean allowed) {}

        List<Answer> answers = work.map(
                queries.stream().distinct().toList(),
                query -> new Answer(query, allowed(controller.post(PATH, query.review(account)))));
        return answers.stream()
                .filter(answer -> !answer.allowed())
                .map(Answer::query)
                .collect(Collectors.toSet());
    }

    /** An authorizer that failed decides nothing: it may be the one that would allow the request. */
    private static boolean allowed(JsonNode review) {
        JsonNode status = review.path("status");
        boolean allowed = status.path("allowed").asBoolean();
        String failure = status.path("evaluationError").asText("");
        if (!allowed && !status.path("denied").asBoolean() && !failure.isEmpty()) {
            throw ApiException.withoutAnswer("the authorizer of the API server failed: " + failure);
        }
        return allowed;
    }
}
