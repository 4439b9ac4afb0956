/** The ClusterExtension reconciler: it turns the desired state into a revision, and revisions into a status. */
@NullMarked
package io.olm4j.controller.extension;

import org.jspecify.annotations.NullMarked;
