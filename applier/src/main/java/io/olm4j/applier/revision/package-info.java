/**
 * Turns rendered objects into a ClusterObjectSet and its Secrets, and keeps the history of an extension's revisions.
 */
@NullMarked
package io.olm4j.applier.revision;

import org.jspecify.annotations.NullMarked;
