/** {@code olm cluster-upgrade}: which extensions a new version of the cluster would break. */
@NullMarked
package io.olm4j.cli.clusterupgrade;

import org.jspecify.annotations.NullMarked;
