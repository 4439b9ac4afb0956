/** Properties of bundles: their identity, the APIs they provide, and their dependencies. */
@NullMarked
package io.olm4j.fbc.property;

import org.jspecify.annotations.NullMarked;
