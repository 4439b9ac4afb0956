/** The rules that a registry+v1 bundle must fulfil before it is rendered. */
@NullMarked
package io.olm4j.bundle.validate;

import org.jspecify.annotations.NullMarked;
