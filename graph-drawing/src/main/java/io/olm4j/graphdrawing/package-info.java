/** Drawings of a package's upgrade edges, as Mermaid text and as SVG. */
@NullMarked
package io.olm4j.graphdrawing;

import org.jspecify.annotations.NullMarked;
