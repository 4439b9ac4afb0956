package io.olm4j.applier.account;

import static java.util.Objects.requireNonNull;

import io.olm4j.applier.cluster.ObjectClient;

/**
 * As whom the objects of a revision are written.
 *
 * @param client writes with the rights of this identity
 * @param identity whose rights those are
 * @param generation changes when an account of the same name is another one: its UID; empty for the controller itself
 */
public record ActingIdentity(ObjectClient client, Identity identity, String generation) {

    public ActingIdentity {
        requireNonNull(client, "client");
        requireNonNull(identity, "identity");
        requireNonNull(generation, "generation");
    }

    /** The controller with its own rights. */
    public static ActingIdentity controller(ObjectClient client) {
        return new ActingIdentity(client, new Identity.Controller(), "");
    }

    /** How a message names it. */
    public String describe() {
        return switch (identity) {
            case Identity.Account(ServiceAccountRef ref) -> "service account \"" + ref + "\"";
            case Identity.Controller() -> "the controller";
        };
    }
}
