/** The commands {@code olm search} and {@code olm package}: what the catalogs of a cluster offer. */
@NullMarked
package io.olm4j.cli.packages;

import org.jspecify.annotations.NullMarked;
