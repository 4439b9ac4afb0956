/** Tests. */
@NullMarked
package io.olm4j.applier.helm;

import org.jspecify.annotations.NullMarked;
