/** Compares and repairs fields that server-side apply manages. Pure. */
@NullMarked
package io.olm4j.applier.fields;

import org.jspecify.annotations.NullMarked;
