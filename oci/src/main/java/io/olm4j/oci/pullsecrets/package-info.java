/**
 * The credentials for registries that a cluster stores: pull secrets, named by an administrator or by service accounts.
 */
@NullMarked
package io.olm4j.oci.pullsecrets;

import org.jspecify.annotations.NullMarked;
