/** The metadata of live objects, and SHA-256 digests. */
@NullMarked
package io.olm4j.applier.json;

import org.jspecify.annotations.NullMarked;
