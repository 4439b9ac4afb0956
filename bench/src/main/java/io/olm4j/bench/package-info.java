/** What is fast, how fast, and at what cost of memory. */
@NullMarked
package io.olm4j.bench;

import org.jspecify.annotations.NullMarked;
