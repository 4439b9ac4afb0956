/** Makes the objects of a file-based catalog from bundles, catalogs and templates. */
@NullMarked
package io.olm4j.cli.render;

import org.jspecify.annotations.NullMarked;
