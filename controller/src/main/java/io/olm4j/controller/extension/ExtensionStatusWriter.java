package io.olm4j.controller.extension;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.controller.extension.report.ExtensionLog;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the status of an extension, if it differs from what the extension has. */
final class ExtensionStatusWriter {

    private ExtensionStatusWriter() {}

    /**
     * Applies a status as the field manager of the controller, and logs the conditions that change.
     *
     * @param before the status that the extension has
     * @param after the status that it is to have
     */
    static void write(
            ClusterExtension extension,
            ClusterExtensionStatus before,
            ClusterExtensionStatus after,
            Context<ClusterExtension> context) {
        if (after.equals(before)) {
            return;
        }
        // After UpdateControl.patchStatus the next reconcile could still see the old status.
        ClusterExtension written =
                PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(extension, patch(extension, after), context);
        if (!hasTheSameParts(written.statusOrEmpty(), after)) {
            // Another field manager owns a condition or a revision too, such as the original controller that ran here
            // before.
            PrimaryUpdateAndCacheUtils.updateStatusAndCacheResource(written, context, current -> {
                current.setStatus(after);
                return current;
            });
        }
        ExtensionLog.changed(
                extension,
                before.conditions(),
                after.conditions(),
                context.getSecondaryResources(ClusterObjectSet.class));
    }

    /** Server-side apply has set all that is wanted; it keeps what is not wanted and has another owner. */
    private static boolean hasTheSameParts(ClusterExtensionStatus written, ClusterExtensionStatus wanted) {
        return Objects.equals(written.install(), wanted.install())
                && written.activeRevisions().equals(wanted.activeRevisions())
                && types(written).equals(types(wanted));
    }

    private static Set<String> types(ClusterExtensionStatus status) {
        return status.conditions().stream().map(Condition::type).collect(Collectors.toSet());
    }

    /** Only the fields that the controller owns, for server-side apply. */
    static ClusterExtension patch(ClusterExtension extension, ClusterExtensionStatus status) {
        var patch = new ClusterExtension();
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(extension.getMetadata().getName())
                .withUid(extension.getMetadata().getUid())
                .build());
        patch.setStatus(status);
        return patch;
    }
}
