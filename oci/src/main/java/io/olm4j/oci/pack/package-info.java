/** Images built from directories, to be pushed or laid out on disk. */
@NullMarked
package io.olm4j.oci.pack;

import org.jspecify.annotations.NullMarked;
