/** Images unpacked on disk, complete or not at all. */
@NullMarked
package io.olm4j.oci.store;

import org.jspecify.annotations.NullMarked;
