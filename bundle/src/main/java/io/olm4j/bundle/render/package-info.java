/** Renders a bundle: its generators each generate one sort of Kubernetes objects. */
@NullMarked
package io.olm4j.bundle.render;

import org.jspecify.annotations.NullMarked;
