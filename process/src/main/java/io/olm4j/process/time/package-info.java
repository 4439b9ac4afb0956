/** Time within a process. */
@NullMarked
package io.olm4j.process.time;

import org.jspecify.annotations.NullMarked;
