package io.olm4j.applier.account;

import java.util.List;

/** What a role or a binding hands on. */
sealed interface Rights {

    /** These single rights: whoever has all of them may hand them on. */
    record Listed(List<AccessQuery> queries) implements Rights {}

    /**
     * Nobody can show that he has them.
     *
     * @param why in a few words that follow the name of the role or binding
     */
    record Unlisted(String why) implements Rights {}
}
