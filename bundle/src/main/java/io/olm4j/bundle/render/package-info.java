/** The generators: each makes one sort of Kubernetes objects out of a bundle. */
@NullMarked
package io.olm4j.bundle.render;

import org.jspecify.annotations.NullMarked;
