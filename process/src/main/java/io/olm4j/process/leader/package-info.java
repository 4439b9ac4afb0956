/** How replicas agree on one that writes, and how the writes of the others are prevented. */
@NullMarked
package io.olm4j.process.leader;

import org.jspecify.annotations.NullMarked;
