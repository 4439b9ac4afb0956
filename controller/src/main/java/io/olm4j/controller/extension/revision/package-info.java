/** The desired state of an extension and its revisions, as they are on the cluster. */
@NullMarked
package io.olm4j.controller.extension.revision;

import org.jspecify.annotations.NullMarked;
