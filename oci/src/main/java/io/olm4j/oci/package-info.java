/**
 * What images are called, what they consist of, and what may go wrong with them; the packages below read, check and
 * build them.
 */
@NullMarked
package io.olm4j.oci;

import org.jspecify.annotations.NullMarked;
