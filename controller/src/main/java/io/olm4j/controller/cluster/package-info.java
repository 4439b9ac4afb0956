/** What the API server is and serves: its version and its kinds, read again when events say that they changed. */
@NullMarked
package io.olm4j.controller.cluster;

import org.jspecify.annotations.NullMarked;
