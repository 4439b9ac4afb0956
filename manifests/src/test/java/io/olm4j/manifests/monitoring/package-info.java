/** Tests of what Prometheus and Grafana are told. */
@NullMarked
package io.olm4j.manifests.monitoring;

import org.jspecify.annotations.NullMarked;
