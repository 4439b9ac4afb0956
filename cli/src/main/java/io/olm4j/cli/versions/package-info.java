/** The commands {@code olm versions …}: version ranges tried out. */
@NullMarked
package io.olm4j.cli.versions;

import org.jspecify.annotations.NullMarked;
