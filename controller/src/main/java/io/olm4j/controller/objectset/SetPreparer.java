package io.olm4j.controller.objectset;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.content.RecentContents;
import io.olm4j.applier.content.ResolvedPhase;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Finds out as whom a set is written, and then what it holds. */
final class SetPreparer {

    private final SetIdentity identities;
    private final ContentReader contents;
    private final RecentContents recent;

    SetPreparer(SetIdentity identities, ContentReader contents) {
        this.identities = identities;
        this.contents = contents;
        this.recent = new RecentContents(contents);
    }

    /** For a roll-out, which takes many passes: the content may be that of an earlier pass. */
    SetPreparation forRollOut(ClusterObjectSet set) {
        return prepare(set, recent::read);
    }

    /** The content of a set as far as it takes no rights of an account to read it; empty if that is not all. */
    Optional<List<ResolvedPhase>> own(ClusterObjectSet set) {
        return contents.readOwn(set) instanceof Content.Resolved(var phases, boolean _)
                ? Optional.of(phases)
                : Optional.empty();
    }

    /** For what is done once. */
    SetPreparation once(ClusterObjectSet set) {
        forget(set);
        return prepare(set, contents::read);
    }

    /** A pass over a set has ended: what was read for it counts no longer. */
    void release(ClusterObjectSet set) {
        contents.release(set.getMetadata().getUid());
    }

    /** Lets go of the content of a set. */
    void forget(ClusterObjectSet set) {
        recent.forget(set.getMetadata().getUid());
    }

    private SetPreparation prepare(ClusterObjectSet set, BiFunction<ClusterObjectSet, ActingIdentity, Content> read) {
        return switch (identities.of(set)) {
            case AccountLookup.Missing(String message) -> new SetPreparation.Refused(message);
            case AccountLookup.Unknown(String message) -> new SetPreparation.Unknown(message);
            case AccountLookup.Found(ActingIdentity identity) ->
                switch (read.apply(set, identity)) {
                    case Content.Resolved(var phases, boolean marked) ->
                        new SetPreparation.Ready(identity, phases, marked);
                    case Content.Forbidden forbidden -> new SetPreparation.Refused(forbidden.message());
                    case Content.NotImmutable blocked -> new SetPreparation.Blocked(identity, blocked.message());
                    case Content.Unreadable(String message) -> new SetPreparation.Unreadable(identity, message);
                    case Content.Unknown(String message) -> new SetPreparation.Unknown(message);
                };
        };
    }
}
