/** What a bundle needs of the cluster and of other bundles: {@code olm.constraint}, and whether the needs are met. */
@NullMarked
package io.olm4j.fbc.constraint;

import org.jspecify.annotations.NullMarked;
