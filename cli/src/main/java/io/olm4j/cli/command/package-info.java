/** What the commands share: how they fail, warn, and open the files and registries that users name. */
@NullMarked
package io.olm4j.cli.command;

import org.jspecify.annotations.NullMarked;
