/** What an argument of a command names: a directory, or the content of an image. */
@NullMarked
package io.olm4j.cli.source;

import org.jspecify.annotations.NullMarked;
