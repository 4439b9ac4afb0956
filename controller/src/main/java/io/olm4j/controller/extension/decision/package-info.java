/** Which bundle an extension holds next, and whether that waits for an operator or a user. */
@NullMarked
package io.olm4j.controller.extension.decision;

import org.jspecify.annotations.NullMarked;
