/** Tests. */
@NullMarked
package io.olm4j.applier.engine;

import org.jspecify.annotations.NullMarked;
