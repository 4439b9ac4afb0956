package io.olm4j.applier.content;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.applier.account.SecretAccess.SecretName;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.versionranges.ShortList;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** The result of reading the objects of a set. */
public sealed interface Content {

    /**
     * All objects were read.
     *
     * @param unmarked the Secrets that were made for the set and do not carry its UID yet
     * @param fixed whether the spec of the set names each object by its digest, so that no other content can take its
     *     place
     */
    record Resolved(List<ResolvedPhase> phases, List<UnmarkedSecret> unmarked, boolean fixed) implements Content {

        public Resolved {
            phases = List.copyOf(phases);
            unmarked = List.copyOf(unmarked);
        }
    }

    /** A Secret of the system namespace, as it was read. */
    record UnmarkedSecret(String name, String uid) {}

    /** Secrets that are not immutable and may therefore change: {@code namespace/name} each. */
    record NotImmutable(List<String> secrets) implements Content {

        public NotImmutable {
            secrets = List.copyOf(secrets);
        }

        /** The message, in the words of operator-controller. */
        public String message() {
            return "the following secrets are not immutable (referenced secrets must have immutable set to true): "
                    + String.join(", ", secrets);
        }
    }

    /**
     * The account of the set may not read Secrets that the set refers to. The message is the same whether they exist or
     * not.
     *
     * @param secrets the Secrets, in the order of the set
     */
    record Forbidden(String identity, List<SecretName> secrets) implements Content {

        public Forbidden {
            secrets = List.copyOf(secrets);
        }

        /** The message, which says what to grant. */
        public String message() {
            return "%s may not read the Secrets that the set refers to: grant it \"get\" on secrets for %s"
                    .formatted(identity, ShortList.of(MAX_NAMED, secrets));
        }

        private static final int MAX_NAMED = 10;
    }

    /** The spec of the set has an object that cannot be read. It cannot change, so only another set can mend it. */
    record Invalid(String message) implements Content {}

    /** A Secret or a key does not exist, or its content is not an object. */
    record Unreadable(String message) implements Content {

        static Unreadable because(IOException e) {
            return new Unreadable(RESOLVING + e.getMessage());
        }
    }

    /** The API server gave no usable answer; a retry may succeed. */
    record Unknown(String message) implements Content {

        static Unknown because(ApiException e) {
            return new Unknown(RESOLVING + e.text());
        }
    }

    /** In the words of operator-controller. */
    String RESOLVING = "resolving phase objects: ";

    /**
     * Matches the beginning of the message of a set whose objects could not be read; the longer form is that after the
     * deadline.
     */
    Pattern SAYS_SO = Pattern.compile(
            "(?:Revision has not rolled out for \\d+ minute\\(s\\)\\. Last status: )?" + Pattern.quote(RESOLVING));

    /** Whether the status of a set says that its objects could not be read. */
    static boolean isMissingFrom(ClusterObjectSet set) {
        return Conditions.find(set.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                .filter(progressing -> SAYS_SO.matcher(progressing.message()).lookingAt())
                .isPresent();
    }
}
