/** Which bundles are installed on the cluster. */
@NullMarked
package io.olm4j.controller.installed;

import org.jspecify.annotations.NullMarked;
