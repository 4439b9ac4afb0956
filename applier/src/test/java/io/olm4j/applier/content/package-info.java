/** Tests. */
@NullMarked
package io.olm4j.applier.content;

import org.jspecify.annotations.NullMarked;
