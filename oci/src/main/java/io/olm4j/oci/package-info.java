/** Image references, registry client, layers, images built from directories. */
@NullMarked
package io.olm4j.oci;

import org.jspecify.annotations.NullMarked;
