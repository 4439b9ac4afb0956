/** Draws channels as SVG: places the entries in columns, leads the edges along tracks, and writes the shapes. */
@NullMarked
package io.olm4j.graphdrawing.svg;

import org.jspecify.annotations.NullMarked;
