package io.olm4j.controller.extension.revision;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Optional;

/**
 * A revision with its bundle and its progress.
 *
 * @param release absent if the bundle declares none; the empty string is a release
 * @param image the reference by which the bundle was pulled
 */
public record RevisionState(
        ClusterObjectSet set, String bundleName, String bundleVersion, Optional<String> release, String image) {

    /** The revision with the bundle that its annotations name. */
    public static RevisionState of(ClusterObjectSet set) {
        return new RevisionState(
                set,
                Annotations.text(set, Annotations.BUNDLE_NAME),
                Annotations.text(set, Annotations.BUNDLE_VERSION),
                Annotations.find(set, Annotations.BUNDLE_RELEASE),
                Annotations.text(set, Annotations.BUNDLE_REFERENCE));
    }

    public String name() {
        return set.getMetadata().getName();
    }

    public long number() {
        return set.getSpec().revision();
    }

    public boolean archived() {
        return set.isArchived();
    }

    boolean isBeingDeleted() {
        return set.isMarkedForDeletion();
    }

    /** Whether olm4j holds its deletion back until its objects are deleted. */
    boolean isToBeTakenDown() {
        return set.hasFinalizer(Finalizers.TEARDOWN);
    }

    /** The bundle it holds. */
    public InstalledBundle bundle() {
        return new InstalledBundle(bundleName, bundleVersion, release);
    }

    /** Where its operator runs: the namespace that the extension names, or that the bundle brings with it. */
    public String installNamespace(Optional<String> named) {
        return named.or(() -> Annotations.find(set, Annotations.MANAGED_NAMESPACE))
                .orElse("");
    }

    /** The selection for which its bundle was chosen, see {@link Selection}. */
    public Optional<String> selection() {
        return Annotations.find(set, Annotations.SELECTION);
    }

    /** Whether it has ever rolled out; this never becomes false again for a revision with objects. */
    public boolean succeeded() {
        return set.hasRolledOut();
    }

    public Optional<Condition> condition(String type) {
        return Conditions.find(conditions(), type);
    }

    private List<Condition> conditions() {
        return set.statusOrEmpty().conditions();
    }
}
