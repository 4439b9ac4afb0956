package io.olm4j.applier.engine;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.engine.ObjectOutcome.Cause;
import io.olm4j.applier.engine.ObjectOutcome.Failed;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in one sentence why the API server refused to write an object, and what to do about it. */
final class FailureMessages {

    private static final Pattern MISSING_VERB = Pattern.compile("cannot (\\S+) resource \"([^\"]+)\"");
    private static final Pattern NOT_IN_SCHEMA = Pattern.compile("(\\.\\S+): field not declared in schema");

    private FailureMessages() {}

    /** @param verb what was tried: {@code apply} or {@code delete} */
    static Failed of(ApiException e, String verb, RestMapping mapping, ObjectRef ref, ActingIdentity identity) {
        return switch (e.code()) {
            case 401 ->
                new Failed(Cause.UNAUTHENTICATED, "the API server does not take the token of " + identity.describe());
            case 403 -> forbidden(e, verb, mapping, ref, identity);
            case 404 -> new Failed(Cause.RETRY, notFound(e, mapping, ref));
            case 409 -> new Failed(Cause.RETRY, "applying " + ref + ": " + e.text());
            default -> {
                Matcher schema = NOT_IN_SCHEMA.matcher(e.text());
                yield new Failed(
                        Cause.RETRY,
                        schema.find()
                                ? "%s has the field %s, which is not declared in the schema that the API server has for it"
                                        .formatted(ref, schema.group(1))
                                : (verb.equals("delete") ? "deleting " : "applying ") + ref + ": " + e.text());
            }
        };
    }

    private static Failed forbidden(
            ApiException e, String verb, RestMapping mapping, ObjectRef ref, ActingIdentity identity) {
        Matcher missing = MISSING_VERB.matcher(e.text());
        if (missing.find()) {
            String where = mapping.namespaced() ? " in namespace \"" + ref.namespace() + "\"" : "";
            return new Failed(
                    Cause.FORBIDDEN,
                    "%s may not %s %s: grant it \"%s\" on %s%s"
                            .formatted(identity.describe(), verb, ref, missing.group(1), mapping.resource(), where));
        }
        if (e.text().contains("attempting to grant RBAC permissions not currently held")) {
            return new Failed(
                    Cause.FORBIDDEN, "%s may not %s %s: %s".formatted(identity.describe(), verb, ref, e.text()));
        }
        if (e.text().contains("must have cluster-admin privileges to use the aggregationRule")) {
            return new Failed(
                    Cause.FORBIDDEN,
                    "%s may not %s %s, which aggregates the rules of other roles: grant it \"escalate\" on %s"
                            .formatted(identity.describe(), verb, ref, mapping.resource()));
        }
        // Quotas, admission and namespaces that are being deleted answer 403 as well, and may change their minds.
        return new Failed(
                Cause.RETRY, "%s %s: %s".formatted(verb.equals("delete") ? "deleting" : "applying", ref, e.text()));
    }

    private static String notFound(ApiException e, RestMapping mapping, ObjectRef ref) {
        if (e.subjectKind().equals("namespaces")) {
            return "namespace \"" + e.subjectName() + "\" not found: create it";
        }
        // Without a subject it is the path that was not found: its CustomResourceDefinition is gone.
        return "applying " + ref + ": "
                + (e.subjectName().isEmpty() ? mapping.kind().noMatch() : e.text());
    }
}
