/** When what failed is tried again. */
@NullMarked
package io.olm4j.process.retry;

import org.jspecify.annotations.NullMarked;
