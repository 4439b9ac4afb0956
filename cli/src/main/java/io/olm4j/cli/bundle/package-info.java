/** The commands {@code olm bundle …}: registry+v1 bundles checked, shown, rendered and packed. */
@NullMarked
package io.olm4j.cli.bundle;

import org.jspecify.annotations.NullMarked;
