/** Tests of the election. */
@NullMarked
package io.olm4j.process.leader;

import org.jspecify.annotations.NullMarked;
