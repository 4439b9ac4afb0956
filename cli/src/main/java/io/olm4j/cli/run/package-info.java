/** {@code olm run}: the processes of olm4j, from their flags to their end. */
@NullMarked
package io.olm4j.cli.run;

import org.jspecify.annotations.NullMarked;
