/** Checks whole catalogs: accepts and refuses what {@code opm validate} does, but names every finding and its place. */
@NullMarked
package io.olm4j.fbc.validation;

import org.jspecify.annotations.NullMarked;
