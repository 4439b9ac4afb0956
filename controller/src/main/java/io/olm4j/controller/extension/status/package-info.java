/** The outcome of a reconcile, and the status that an extension gets from it and from its revisions. */
@NullMarked
package io.olm4j.controller.extension.status;

import org.jspecify.annotations.NullMarked;
