/** Properties of bundles: what a bundle is, provides and needs. */
@NullMarked
package io.olm4j.fbc.property;

import org.jspecify.annotations.NullMarked;
