/** How commands print: text for people, JSON or YAML for machines. */
@NullMarked
package io.olm4j.cli.output;

import org.jspecify.annotations.NullMarked;
