/** The generators: each generates one sort of Kubernetes objects from a bundle. */
@NullMarked
package io.olm4j.bundle.render;

import org.jspecify.annotations.NullMarked;
