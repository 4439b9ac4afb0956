/** YAML as Kubernetes and opm read it, and YAML that they read back. */
@NullMarked
package io.olm4j.codec.yaml;

import org.jspecify.annotations.NullMarked;
