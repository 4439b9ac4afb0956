/** The ClusterExtension reconciler: from what is wanted to a revision, and from revisions to a status. */
@NullMarked
package io.olm4j.controller.extension;

import org.jspecify.annotations.NullMarked;
