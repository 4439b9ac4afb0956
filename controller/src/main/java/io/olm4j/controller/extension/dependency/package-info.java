/** Compares the dependencies of bundles with the cluster, and holds back bundles whose dependencies are not met. */
@NullMarked
package io.olm4j.controller.extension.dependency;

import org.jspecify.annotations.NullMarked;
