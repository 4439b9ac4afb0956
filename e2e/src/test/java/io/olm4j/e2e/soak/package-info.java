/** A seeded random script of users and faults, and what must hold all along. */
@NullMarked
package io.olm4j.e2e.soak;

import org.jspecify.annotations.NullMarked;
