package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.olm4j.testsupport.TcpRelay;
import java.time.Duration;

/** Something that happens in a soak. */
sealed interface SoakEvent {

    /** What a user does. If its object does not exist, nothing happens. */
    sealed interface UserAction extends SoakEvent {}

    /** What fails. At its end it is healed. */
    sealed interface InjectedFault extends SoakEvent {

        /** From here on a fault is long. */
        Duration LONG = Duration.ofSeconds(20);

        /** How long it lasts. */
        Duration duration();

        /** Whether a lease can expire meanwhile, and requests time out. */
        default boolean isLong() {
            return duration().compareTo(LONG) >= 0;
        }

        /** What it hits; a target has one fault at a time. */
        Object target();
    }

    /**
     * Creates an extension, or changes its spec.
     *
     * @param range of versions
     * @param selfCertified whether upgrades need no edge
     * @param manual whether upgrades need an approval
     */
    record ApplyExtension(SoakPackage member, String range, boolean selfCertified, boolean manual)
            implements UserAction {}

    /** Deletes an extension. */
    record DeleteExtension(SoakPackage member, DeletionPropagation propagation) implements UserAction {}

    /** Approves each upgrade that waits for an approval. */
    record ApproveUpgrades() implements UserAction {}

    /** Pins a version without regard to upgrade edges, as {@code olm extension rollback} does. */
    record RollBackExtension(SoakPackage member, String version) implements UserAction {}

    /** Gives all rights to the service account of an extension, or takes them away. */
    record SetRights(SoakPackage member, boolean granted) implements UserAction {}

    /** Changes a managed object. */
    record EditManagedObject(SoakPackage member, DriftedKind kind) implements UserAction {}

    /** Deletes a managed object. */
    record DeleteManagedObject(SoakPackage member, DriftedKind kind) implements UserAction {}

    /** The kind of a managed object that a user changes. */
    enum DriftedKind {
        CONFIG_MAP,
        DEPLOYMENT
    }

    /**
     * Creates a catalog or changes its content.
     *
     * @param moving whether a tag moves to the edition; else the catalog gets another reference
     */
    record ServeEdition(SoakCatalog catalog, int edition, boolean moving) implements UserAction {}

    /** Lets the tag of a catalog's image point to an edition, and does not tell catalogd. */
    record MoveTag(SoakCatalog catalog, int edition) implements UserAction {}

    /** Switches a catalog on or off. */
    record SwitchCatalog(SoakCatalog catalog, boolean available) implements UserAction {}

    /** Deletes a catalog. */
    record DeleteCatalog(SoakCatalog catalog) implements UserAction {}

    /** A connection slows down, stalls or is cut. */
    record DisturbLink(SoakLink link, TcpRelay.State state, Duration duration) implements InjectedFault {
        @Override
        public Object target() {
            return link;
        }
    }

    /** The API server ends and is started again at once. */
    record RestartApiServer() implements InjectedFault {
        @Override
        public Duration duration() {
            return Duration.ZERO;
        }

        @Override
        public Object target() {
            return "API server";
        }
    }

    /** A process is killed, and is started again afterwards. */
    record KillProcess(SoakRole role, Duration duration) implements InjectedFault {
        @Override
        public Object target() {
            return role;
        }
    }

    /** A process does not run, and goes on afterwards. */
    record SuspendProcess(SoakRole role, Duration duration) implements InjectedFault {
        @Override
        public Object target() {
            return role;
        }
    }

    /**
     * The clock of a process is set, and is that of the machine again afterwards.
     *
     * @param by how far; negative for back
     */
    record JumpClock(SoakRole role, Duration by, Duration duration) implements InjectedFault {
        @Override
        public Object target() {
            return role;
        }
    }

    /** A process cannot write files, as if its disk were full. */
    record FillDisk(SoakRole role, Duration duration) implements InjectedFault {
        @Override
        public Object target() {
            return role;
        }
    }
}
