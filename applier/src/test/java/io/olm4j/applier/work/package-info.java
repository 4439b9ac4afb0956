/** Tests. */
@NullMarked
package io.olm4j.applier.work;

import org.jspecify.annotations.NullMarked;
