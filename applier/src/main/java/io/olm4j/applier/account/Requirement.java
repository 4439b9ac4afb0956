package io.olm4j.applier.account;

import io.olm4j.api.ObjectRef;

/** Something that an account must be allowed to do so that a revision can be applied. */
sealed interface Requirement {

    /** It must be allowed this. */
    record Direct(AccessQuery query) implements Requirement {}

    /**
     * It hands rights on, by a role or a binding: it must have them itself, or be allowed to escalate or to bind.
     *
     * @param instead the {@code escalate} or {@code bind} that makes the rights unnecessary
     * @param rights where they are not listed only {@code instead} helps
     */
    record Grant(ObjectRef by, AccessQuery instead, Rights rights) implements Requirement {}
}
