/** Updates of an extension: which one there is, and which approval or objection holds it back. */
@NullMarked
package io.olm4j.controller.extension.update;

import org.jspecify.annotations.NullMarked;
