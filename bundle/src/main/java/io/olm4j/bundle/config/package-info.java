/** The configuration a user may give a bundle: which fields there are, and what is wrong with a given one. */
@NullMarked
package io.olm4j.bundle.config;

import org.jspecify.annotations.NullMarked;
