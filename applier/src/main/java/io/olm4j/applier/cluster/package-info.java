/** The API server as trees: reading, applying and deleting objects of any kind, and which kinds there are. */
@NullMarked
package io.olm4j.applier.cluster;

import org.jspecify.annotations.NullMarked;
