/**
 * The dependencies of bundles on the cluster and on each other: whether they are met, which extension removed
 * something, and how to get what is missing.
 */
@NullMarked
package io.olm4j.controller.dependency;

import org.jspecify.annotations.NullMarked;
