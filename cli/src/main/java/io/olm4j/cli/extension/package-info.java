/** {@code olm extension}: the ClusterExtensions of a cluster, what is installed for them, and what they wait for. */
@NullMarked
package io.olm4j.cli.extension;

import org.jspecify.annotations.NullMarked;
