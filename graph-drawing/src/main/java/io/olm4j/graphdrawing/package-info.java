/** Drawings of a package's upgrade edges, as Mermaid text, as SVG and in words. */
@NullMarked
package io.olm4j.graphdrawing;

import org.jspecify.annotations.NullMarked;
