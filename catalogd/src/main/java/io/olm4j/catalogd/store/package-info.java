/** The content of catalogs as it is served, on disk. */
@NullMarked
package io.olm4j.catalogd.store;

import org.jspecify.annotations.NullMarked;
