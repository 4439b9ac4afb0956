/** Drawings of a package's upgrade edges, as Mermaid text and in words; SVG is in {@code svg}. */
@NullMarked
package io.olm4j.graphdrawing;

import org.jspecify.annotations.NullMarked;
