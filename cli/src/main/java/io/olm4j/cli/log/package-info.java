/** The log of a server process: one fact a line, as text or as JSON. */
@NullMarked
package io.olm4j.cli.log;

import org.jspecify.annotations.NullMarked;
