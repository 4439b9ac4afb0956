/** Tests of the bundle properties. */
@org.jspecify.annotations.NullMarked
package io.olm4j.fbc.property;
