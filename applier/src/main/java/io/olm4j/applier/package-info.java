/** The ClusterObjectSet engine: server-side apply phase by phase as a service account. */
@NullMarked
package io.olm4j.applier;

import org.jspecify.annotations.NullMarked;
