/** Tests for the local cluster. */
@NullMarked
package io.olm4j.testsupport;

import org.jspecify.annotations.NullMarked;
