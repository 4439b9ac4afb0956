/** The command {@code olm rbac}: what a service account needs to install bundles. */
@NullMarked
package io.olm4j.cli.rbac;

import org.jspecify.annotations.NullMarked;
