/** The commands that change ClusterExtensions: {@code olm extension install}, update, pin, unpin and uninstall. */
@NullMarked
package io.olm4j.cli.change;

import org.jspecify.annotations.NullMarked;
