/** The command {@code olm plan}: what the controller would do with an extension, shown before it happens. */
@NullMarked
package io.olm4j.cli.plan;

import org.jspecify.annotations.NullMarked;
