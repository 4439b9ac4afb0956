/** olm, the command line. */
@NullMarked
package io.olm4j.cli;

import org.jspecify.annotations.NullMarked;
