package io.olm4j.applier.account;

import java.util.List;

/** The rights that a role or a binding grants. */
sealed interface Rights {

    /** Single rights: an account that has all of them may grant them. */
    record Listed(List<AccessQuery> queries) implements Rights {}

    /**
     * Rights that cannot be checked one by one.
     *
     * @param why the reason, in a few words that follow the name of the role or binding
     */
    record Unlisted(String why) implements Rights {}
}
