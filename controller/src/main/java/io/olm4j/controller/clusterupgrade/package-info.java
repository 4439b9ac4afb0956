/** Whether the cluster can be upgraded with the operators that are installed. */
@NullMarked
package io.olm4j.controller.clusterupgrade;

import org.jspecify.annotations.NullMarked;
