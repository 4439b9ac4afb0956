/** The typed structs of the Kubernetes API, and trees reduced to them: known fields, their types, canonical values. */
@NullMarked
package io.olm4j.bundle.typed;

import org.jspecify.annotations.NullMarked;
