package io.olm4j.applier.account;

import static java.util.Objects.requireNonNull;

import io.olm4j.applier.cluster.ObjectClient;
import java.util.Optional;

/**
 * As whom the objects of a revision are written.
 *
 * @param client writes with the rights of this identity
 * @param account empty for the controller itself
 * @param generation changes when an account of the same name is another one: its UID; empty for the controller itself
 */
public record ActingIdentity(ObjectClient client, Optional<ServiceAccountRef> account, String generation) {

    public ActingIdentity {
        requireNonNull(client, "client");
        requireNonNull(account, "account");
        requireNonNull(generation, "generation");
    }

    /** The controller with its own rights. */
    public static ActingIdentity controller(ObjectClient client) {
        return new ActingIdentity(client, Optional.empty(), "");
    }

    /** How a message names it. */
    public String describe() {
        return account.map(ref -> "service account \"" + ref + "\"").orElse("the controller");
    }
}
