/** Many small waits at once, on virtual threads. */
@NullMarked
package io.olm4j.applier.work;

import org.jspecify.annotations.NullMarked;
