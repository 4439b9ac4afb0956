package io.olm4j.applier.account;

import static java.util.Objects.requireNonNull;

import io.olm4j.applier.cluster.ObjectClient;

/**
 * The identity that writes the objects of a revision.
 *
 * @param client writes with the rights of this identity
 * @param identity the owner of those rights
 * @param generation the UID of the account, which changes when the account is deleted and recreated; empty for the
 *     controller itself
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

    /** The name of this identity in messages. */
    public String describe() {
        return switch (identity) {
            case Identity.Account(ServiceAccountRef ref) -> "service account \"" + ref + "\"";
            case Identity.Controller() -> "the controller";
        };
    }
}
