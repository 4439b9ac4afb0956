package io.olm4j.controller.objectset;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.content.RecentContents;
import java.util.function.BiFunction;

/** Finds the identity that writes a set, then reads the content of the set. */
final class SetPreparer {

    private final SetIdentity identities;
    private final ContentReader contents;
    private final RecentContents recent;

    SetPreparer(SetIdentity identities, ContentReader contents) {
        this.identities = identities;
        this.contents = contents;
        this.recent = new RecentContents(contents);
    }

    /** Prepares an operation that takes many reconciles; the content may be that of an earlier one. */
    SetPreparation repeatedly(ClusterObjectSet set) {
        return prepare(set, recent::read);
    }

    /**
     * The content of a set, as far as it can be read without the rights of an account; it may be that of an earlier
     * reconcile.
     */
    Content own(ClusterObjectSet set) {
        return recent.readOwn(set);
    }

    /** Prepares an operation that runs once; it reads the content again. */
    SetPreparation once(ClusterObjectSet set) {
        forget(set);
        return prepare(set, contents::read);
    }

    /** Notes that the Secrets of a set carry its UID now. */
    void marked(ClusterObjectSet set) {
        recent.marked(set.getMetadata().getUid());
    }

    /** Ends a reconcile of a set: content that was read for it no longer counts. */
    void release(ClusterObjectSet set) {
        contents.release(set.getMetadata().getUid());
    }

    /** Releases the content of a set. */
    void forget(ClusterObjectSet set) {
        recent.forget(set.getMetadata().getUid());
    }

    private SetPreparation prepare(ClusterObjectSet set, BiFunction<ClusterObjectSet, ActingIdentity, Content> read) {
        return switch (identities.of(set)) {
            case AccountLookup.Missing(String message) -> new SetPreparation.Refused(message);
            case AccountLookup.Unknown(String message) -> new SetPreparation.Unknown(message);
            case AccountLookup.Found(ActingIdentity identity) ->
                switch (read.apply(set, identity)) {
                    case Content.Resolved(var phases, var unmarked, boolean fixed) ->
                        new SetPreparation.Ready(identity, phases, unmarked, fixed);
                    case Content.Forbidden forbidden -> new SetPreparation.Refused(forbidden.message());
                    case Content.NotImmutable blocked -> new SetPreparation.Blocked(identity, blocked.message());
                    case Content.Invalid(String message) -> new SetPreparation.Blocked(identity, message);
                    case Content.Unreadable(String message) -> new SetPreparation.Unreadable(identity, message);
                    case Content.Unknown(String message) -> new SetPreparation.Unknown(message);
                };
        };
    }
}
