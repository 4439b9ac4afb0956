/**
 * Keeps the catalog index up to date with the ClusterCatalogs, and finds the graphs from which an extension chooses.
 */
@NullMarked
package io.olm4j.controller.catalog;

import org.jspecify.annotations.NullMarked;
