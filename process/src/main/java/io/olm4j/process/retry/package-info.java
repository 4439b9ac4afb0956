/** When a failed operation is retried. */
@NullMarked
package io.olm4j.process.retry;

import org.jspecify.annotations.NullMarked;
