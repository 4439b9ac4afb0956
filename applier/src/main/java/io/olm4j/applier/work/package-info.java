/** Many short blocking calls at once, on virtual threads, within limits. */
@NullMarked
package io.olm4j.applier.work;

import org.jspecify.annotations.NullMarked;
