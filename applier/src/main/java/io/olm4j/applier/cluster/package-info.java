/**
 * Access to the API server: reads, applies and deletes objects of any kind as trees, and finds the kinds that are
 * served.
 */
@NullMarked
package io.olm4j.applier.cluster;

import org.jspecify.annotations.NullMarked;
