/** Tests. */
@NullMarked
package io.olm4j.applier.watch;

import org.jspecify.annotations.NullMarked;
