/** The options of the controller. */
@NullMarked
package io.olm4j.controller.options;

import org.jspecify.annotations.NullMarked;
