/** The embedded cluster: a control plane on this machine with catalogd and the controller, started and stopped. */
@NullMarked
package io.olm4j.cli.cluster;

import org.jspecify.annotations.NullMarked;
