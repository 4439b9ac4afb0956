/** What a deletion does with the CustomResourceDefinitions of an extension. */
@NullMarked
package io.olm4j.controller.deletion;

import org.jspecify.annotations.NullMarked;
