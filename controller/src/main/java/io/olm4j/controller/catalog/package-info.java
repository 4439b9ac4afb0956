/** Keeps the catalog index in step with the ClusterCatalogs, and answers which graphs an extension chooses from. */
@NullMarked
package io.olm4j.controller.catalog;

import org.jspecify.annotations.NullMarked;
