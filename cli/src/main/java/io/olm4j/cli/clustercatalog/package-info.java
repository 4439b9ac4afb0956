/** The ClusterCatalogs of the user's cluster and their content, by the way that works from where the user is. */
@NullMarked
package io.olm4j.cli.clustercatalog;

import org.jspecify.annotations.NullMarked;
