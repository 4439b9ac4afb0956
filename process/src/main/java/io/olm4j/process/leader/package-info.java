/** How replicas agree on the one that writes. */
@NullMarked
package io.olm4j.process.leader;

import org.jspecify.annotations.NullMarked;
