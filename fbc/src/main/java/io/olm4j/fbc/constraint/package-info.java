/**
 * Dependencies of a bundle on the cluster and on other bundles, such as {@code olm.constraint}, and the check whether
 * they are met.
 */
@NullMarked
package io.olm4j.fbc.constraint;

import org.jspecify.annotations.NullMarked;
