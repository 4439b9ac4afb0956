/** What the next reconcile of a ClusterExtension would do, decided by the code of the reconciler without a write. */
@NullMarked
package io.olm4j.controller.extension.plan;

import org.jspecify.annotations.NullMarked;
