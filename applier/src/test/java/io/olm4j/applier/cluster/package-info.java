/** Tests. */
@NullMarked
package io.olm4j.applier.cluster;

import org.jspecify.annotations.NullMarked;
