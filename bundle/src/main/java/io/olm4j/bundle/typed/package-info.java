/** What the typed structs of the Kubernetes API keep of a tree: known fields, their types, canonical values. */
@NullMarked
package io.olm4j.bundle.typed;

import org.jspecify.annotations.NullMarked;
