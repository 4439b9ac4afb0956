/** The command {@code olm crd-diff}: CustomResourceDefinitions judged before they are upgraded. */
@NullMarked
package io.olm4j.cli.crddiff;

import org.jspecify.annotations.NullMarked;
