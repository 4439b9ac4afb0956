/** The configuration that a user may give to a bundle: its fields, and the check of a given configuration. */
@NullMarked
package io.olm4j.bundle.config;

import org.jspecify.annotations.NullMarked;
