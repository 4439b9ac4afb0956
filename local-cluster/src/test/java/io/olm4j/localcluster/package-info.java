/** Tests for the local cluster. */
@NullMarked
package io.olm4j.localcluster;

import org.jspecify.annotations.NullMarked;
