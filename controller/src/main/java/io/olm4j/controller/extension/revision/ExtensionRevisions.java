package io.olm4j.controller.extension.revision;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import java.util.List;

/**
 * An extension with its revisions.
 *
 * @param revisions all of them, including archived ones and those that are being deleted
 */
public record ExtensionRevisions(ClusterExtension extension, List<ClusterObjectSet> revisions) {

    public ExtensionRevisions {
        revisions = List.copyOf(revisions);
    }
}
