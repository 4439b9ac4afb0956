/** Rolls out a bundle: it gets the image, renders the objects, checks them and writes the revision. */
@NullMarked
package io.olm4j.controller.extension.rollout;

import org.jspecify.annotations.NullMarked;
