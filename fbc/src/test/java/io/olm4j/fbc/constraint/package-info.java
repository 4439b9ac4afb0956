/** Tests of constraints and dependencies. */
@org.jspecify.annotations.NullMarked
package io.olm4j.fbc.constraint;
