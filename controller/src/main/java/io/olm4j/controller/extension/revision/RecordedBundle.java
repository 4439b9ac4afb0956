package io.olm4j.controller.extension.revision;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import java.util.Optional;

/**
 * The bundle that the status of an extension names as installed. Only the controller writes that status, but others can
 * change the annotations of a revision. So the status takes precedence over the annotations.
 *
 * @param revision the name of the revision that holds the bundle
 * @param image the image of the bundle; empty if the status does not name it
 */
public record RecordedBundle(String revision, BundleMetadata bundle, Optional<String> image) {

    private static final String BEFORE_IMAGE = "Installed bundle ";
    private static final String AFTER_IMAGE = " successfully";

    /** The bundle that a status records; empty if nothing was installed. */
    public static Optional<RecordedBundle> of(ClusterExtensionStatus status) {
        if (status.install() == null || status.activeRevisions().isEmpty()) {
            return Optional.empty();
        }
        // The installed revision comes first.
        return Optional.of(new RecordedBundle(
                status.activeRevisions().getFirst().name(), status.install().bundle(), image(status)));
    }

    /** The image of the installed bundle; empty if the status does not name it. */
    public static Optional<String> image(ClusterExtensionStatus status) {
        return Conditions.find(status.conditions(), ConditionTypes.INSTALLED)
                .filter(Condition::isTrue)
                .map(Condition::message)
                .filter(message -> message.startsWith(BEFORE_IMAGE) && message.endsWith(AFTER_IMAGE))
                .map(message -> message.substring(BEFORE_IMAGE.length(), message.length() - AFTER_IMAGE.length()));
    }

    /** The message that names the image. */
    public static String message(String image) {
        return BEFORE_IMAGE + image + AFTER_IMAGE;
    }

    boolean isOf(ClusterObjectSet set) {
        return set.getMetadata().getName().equals(revision);
    }

    /** The revision with this bundle, regardless of its annotations. */
    RevisionState state(ClusterObjectSet set) {
        return new RevisionState(
                set,
                bundle.name(),
                bundle.version(),
                Optional.ofNullable(bundle.release()),
                image.or(() -> Annotations.find(set, Annotations.BUNDLE_REFERENCE))
                        .orElse(""));
    }
}
