/** Makes images of bundle and catalog directories and pushes them. */
@NullMarked
package io.olm4j.cli.pack;

import org.jspecify.annotations.NullMarked;
