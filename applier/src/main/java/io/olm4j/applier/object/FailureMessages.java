package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Labels;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.fields.LeftoverFields;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.object.ObjectOutcome.Cause;
import io.olm4j.applier.object.ObjectOutcome.Failed;
import io.olm4j.versionranges.Shortened;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Explains in one sentence why the API server refused to write an object, and what to do. */
public final class FailureMessages {

    private static final Pattern MISSING_VERB = Pattern.compile("cannot (\\S+) resource \"([^\"]+)\"");

    /** Starts at the beginning of a word, so that it reads a long word once, not from each of its dots. */
    private static final Pattern NOT_IN_SCHEMA =
            Pattern.compile("(?<!\\S)[^\\s.]*+(\\.\\S+): field not declared in schema");

    private static final int UNPROCESSABLE = 422;

    /** The largest number of fields in a message. */
    private static final int MAX_FIELDS = 5;

    /** The longest path and text of a problem, in characters, because the API server quotes whole values. */
    private static final int MAX_PROBLEM = 500;

    private FailureMessages() {}

    /**
     * The outcome of a write that the API server refused.
     *
     * @param verb the attempted action: {@code apply}, {@code patch} or {@code delete}
     * @param revision whose object it is; a set without an extension may have its objects from Secrets, whose values
     *     are hidden
     */
    public static Failed of(
            ApiException e,
            String verb,
            RestMapping mapping,
            ObjectRef ref,
            ActingIdentity identity,
            Revision revision) {
        return of(e, verb, mapping, ref, identity, ShownText.about(ref, revision));
    }

    /**
     * The same for a caller that has decided which values to hide.
     *
     * @param shown hides values of the object
     */
    static Failed of(
            ApiException e, String verb, RestMapping mapping, ObjectRef ref, ActingIdentity identity, ShownText shown) {
        return switch (e.code()) {
            case 401 -> new Failed(Cause.UNAUTHENTICATED, "the API server refuses the token of " + identity.describe());
            case 403 -> forbidden(e, verb, mapping, ref, identity, shown);
            case 404 -> new Failed(Cause.RETRY, notFound(e, verb, mapping, ref));
            case 409 -> new Failed(Cause.RETRY, doing(verb) + " " + ref + ": " + shown.of(e.text()));
            default -> {
                Matcher schema = NOT_IN_SCHEMA.matcher(e.text());
                yield new Failed(
                        Cause.RETRY,
                        schema.find()
                                ? ("%s has the field %s, which is not declared in the schema that the API server"
                                                + " has for it")
                                        .formatted(ref, schema.group(1))
                                : doing(verb) + " " + ref + ": " + shown.of(e.text()));
            }
        };
    }

    /**
     * Whether the API server itself refuses fields of the object, so that a retry does not help. A refusal by a webhook
     * or a policy, or because an address or port is in use, does not count: a later attempt may succeed.
     */
    static boolean isInvalid(ApiException e) {
        return e.code() == UNPROCESSABLE
                && !e.fieldProblems().isEmpty()
                && !e.text().contains("denied the request")
                && !e.text().contains("ValidatingAdmissionPolicy")
                && !isAllocated(e.text())
                // The text is cut.
                && e.fieldProblems().stream().noneMatch(problem -> isAllocated(problem.message()));
    }

    private static boolean isAllocated(String text) {
        return text.contains("already allocated");
    }

    /**
     * Names the fields that the API server refuses.
     *
     * @param live the live object with the managed fields of all managers; empty if there is none
     * @param shown hides values of the object
     */
    static Failed invalid(ApiException e, ObjectRef ref, Optional<ObjectNode> live, ShownText shown) {
        String problems = e.fieldProblems().stream()
                .limit(MAX_FIELDS)
                .map(problem -> Shortened.of(MAX_PROBLEM, problem.field()) + ": "
                        + shown.of(Shortened.of(MAX_PROBLEM, problem.message()))
                        + live.map(there -> setBy(problem.field(), there)).orElse(""))
                .collect(Collectors.joining("; "));
        String remedy = live.isEmpty()
                ? "Install a bundle version in which the object is valid"
                : "Install a bundle version without this change"
                        // With a definition, all its custom resources would be deleted.
                        + (CrdDeletions.isDefinition(ref) ? "" : ", or delete the object if it may be created anew");
        Cause cause = live.filter(there -> !isManaged(there)).isPresent() ? Cause.INVALID_UNWATCHED : Cause.INVALID;
        return new Failed(cause, "the API server cannot accept %s: %s. %s".formatted(ref, problems, remedy));
    }

    /** Whether the watches have the object. */
    private static boolean isManaged(ObjectNode live) {
        return new LiveObject(live).labels().path(Labels.MANAGED_BY).asText("").equals(Labels.MANAGED_BY_OLM);
    }

    private static String setBy(String field, ObjectNode live) {
        List<String> others = LeftoverFields.managers(field, live).stream()
                .filter(manager -> !manager.equals(OlmApi.FIELD_MANAGER))
                .distinct()
                .toList();
        return others.isEmpty()
                ? ""
                : " (the field was set by %s: remove it there)"
                        .formatted(others.stream()
                                .map(manager -> "field manager \"" + manager + "\"")
                                .collect(Collectors.joining(", ")));
    }

    private static Failed forbidden(
            ApiException e, String verb, RestMapping mapping, ObjectRef ref, ActingIdentity identity, ShownText shown) {
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
                    Cause.FORBIDDEN,
                    "%s may not %s %s: %s".formatted(identity.describe(), verb, ref, shown.of(e.text())));
        }
        if (e.text().contains("must have cluster-admin privileges to use the aggregationRule")) {
            return new Failed(
                    Cause.FORBIDDEN,
                    "%s may not %s %s, which aggregates the rules of other roles: grant it \"escalate\" on %s"
                            .formatted(identity.describe(), verb, ref, mapping.resource()));
        }
        // Quotas, admission and namespaces that are being deleted also cause 403, and a later attempt may succeed.
        return new Failed(Cause.RETRY, "%s %s: %s".formatted(doing(verb), ref, shown.of(e.text())));
    }

    private static String notFound(ApiException e, String verb, RestMapping mapping, ObjectRef ref) {
        if (e.subjectKind().equals("namespaces")) {
            return "namespace \"" + e.subjectName() + "\" not found: create it";
        }
        // Without a subject, the path itself was not found: the CustomResourceDefinition was deleted.
        return doing(verb) + " " + ref + ": "
                + (e.subjectName().isEmpty() ? mapping.kind().noMatch() : e.text());
    }

    private static String doing(String verb) {
        return verb.equals("delete") ? "deleting" : "applying";
    }
}
