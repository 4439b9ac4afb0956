/**
 * Checks whole catalogs: it accepts and refuses the same catalogs as {@code opm validate}, but reports every finding
 * and its place.
 */
@NullMarked
package io.olm4j.fbc.validation;

import org.jspecify.annotations.NullMarked;
