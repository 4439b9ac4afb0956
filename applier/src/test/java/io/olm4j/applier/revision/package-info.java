/** Tests. */
@NullMarked
package io.olm4j.applier.revision;

import org.jspecify.annotations.NullMarked;
