/** Credentials for registries as docker, podman and Kubernetes store them: in files and in pull secrets. */
@NullMarked
package io.olm4j.oci.credentials;

import org.jspecify.annotations.NullMarked;
