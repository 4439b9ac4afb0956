/** Streams of JSON values or YAML documents. */
@NullMarked
package io.olm4j.codec.documents;

import org.jspecify.annotations.NullMarked;
