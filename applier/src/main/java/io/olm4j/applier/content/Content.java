package io.olm4j.applier.content;

import java.util.List;

/** What reading the objects of a set came to. */
public sealed interface Content {

    /**
     * All objects are there.
     *
     * @param secretsOwned whether the Secrets that were made for the set have it as their owner, so that they go with it
     */
    record Resolved(List<ResolvedPhase> phases, boolean secretsOwned) implements Content {

        public Resolved {
            phases = List.copyOf(phases);
        }
    }

    /** Secrets that may change under us: {@code namespace/name} each. */
    record NotImmutable(List<String> secrets) implements Content {

        public NotImmutable {
            secrets = List.copyOf(secrets);
        }

        /** As the reference says it. */
        public String message() {
            return "the following secrets are not immutable (referenced secrets must have immutable set to true): "
                    + String.join(", ", secrets);
        }
    }

    /** A Secret or a key is not there, or what it holds is no object. */
    record Unreadable(String message) implements Content {}

    /** The API server could not say; worth trying again. */
    record Unknown(String message) implements Content {}
}
