package io.olm4j.applier.account;

import io.olm4j.api.ObjectRef;

/** A permission that an account needs to apply a revision. */
sealed interface Requirement {

    /** The account must be allowed this query. */
    record Direct(AccessQuery query) implements Requirement {}

    /**
     * The account grants rights by a role or a binding: it must have these rights itself, or be allowed to escalate or
     * to bind.
     *
     * @param instead the {@code escalate} or {@code bind} permission that makes the rights unnecessary
     * @param rights the granted rights; if they are not listed, only {@code instead} meets the requirement
     */
    record Grant(ObjectRef by, AccessQuery instead, Rights rights) implements Requirement {}
}
