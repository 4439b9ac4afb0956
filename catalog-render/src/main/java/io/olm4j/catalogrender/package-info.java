/** Makes the objects of a file-based catalog from bundles, catalogs and templates. */
@NullMarked
package io.olm4j.catalogrender;

import org.jspecify.annotations.NullMarked;
