/** Tests of {@code olm run}. */
@NullMarked
package io.olm4j.cli.run;

import org.jspecify.annotations.NullMarked;
