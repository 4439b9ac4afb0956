/** The command {@code olm resolve}: which bundle a ClusterExtension would get, and why. */
@NullMarked
package io.olm4j.cli.resolve;

import org.jspecify.annotations.NullMarked;
