/** What the controller runs with. */
@NullMarked
package io.olm4j.controller.options;

import org.jspecify.annotations.NullMarked;
