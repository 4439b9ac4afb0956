/** How replicas agree on the one that writes, and how the others are kept from it. */
@NullMarked
package io.olm4j.process.leader;

import org.jspecify.annotations.NullMarked;
