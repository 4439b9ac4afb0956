/** Tests. */
@NullMarked
package io.olm4j.applier.fields;

import org.jspecify.annotations.NullMarked;
