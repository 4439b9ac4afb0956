/** Chooses the image of a catalog by the version of the cluster. */
@NullMarked
package io.olm4j.catalogd.template;

import org.jspecify.annotations.NullMarked;
