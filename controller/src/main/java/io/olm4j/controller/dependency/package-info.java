/**
 * What bundles need of the cluster and of each other: whether it is there, which extension took it away, and how to get
 * it.
 */
@NullMarked
package io.olm4j.controller.dependency;

import org.jspecify.annotations.NullMarked;
