/** Tests. */
@NullMarked
package io.olm4j.applier.crdsafety;

import org.jspecify.annotations.NullMarked;
