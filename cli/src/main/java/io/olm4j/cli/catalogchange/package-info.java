/** The commands that change ClusterCatalogs: {@code olm catalog add}, remove, enable, disable and refresh. */
@NullMarked
package io.olm4j.cli.catalogchange;

import org.jspecify.annotations.NullMarked;
