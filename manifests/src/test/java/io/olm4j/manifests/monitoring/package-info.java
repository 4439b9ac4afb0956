/** Tests of the configuration of Prometheus and Grafana. */
@NullMarked
package io.olm4j.manifests.monitoring;

import org.jspecify.annotations.NullMarked;
