package io.olm4j.api;

import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;

/**
 * Finds the ClusterExtension that a ClusterObjectSet is a revision of. The controller owner reference decides, because
 * an admission policy lets only accounts with the right to {@code control} ClusterObjectSets write it. The label {@code
 * owner-name} is only a claim.
 */
public final class RevisionOwner {

    private RevisionOwner() {}

    /** The ClusterExtension that controls a set; empty for a set on its own. */
    public static Optional<OwnerReference> of(ClusterObjectSet set) {
        return controller(set)
                .filter(owner -> ClusterExtension.KIND.equals(owner.getKind())
                        && owner.getApiVersion().startsWith(OlmApi.GROUP + "/"));
    }

    /** Whether a set is a revision of the extension with this UID. */
    public static boolean isRevisionOf(ClusterObjectSet set, String extensionUid) {
        return of(set).filter(owner -> extensionUid.equals(owner.getUid())).isPresent();
    }

    /** Whether two sets are revisions of the same extension. */
    public static boolean areSiblings(ClusterObjectSet one, ClusterObjectSet other) {
        return of(one).filter(owner -> isRevisionOf(other, owner.getUid())).isPresent();
    }

    /** The controller of a set, of any kind. */
    public static Optional<OwnerReference> controller(ClusterObjectSet set) {
        return set.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    /** The name of the extension that a set claims, by its label, to belong to; empty if it claims none. */
    public static Optional<String> claimed(ClusterObjectSet set) {
        return Optional.ofNullable(set.getMetadata().getLabels())
                .map(labels -> labels.get(Labels.OWNER_NAME))
                .filter(name -> !name.isEmpty());
    }
}
