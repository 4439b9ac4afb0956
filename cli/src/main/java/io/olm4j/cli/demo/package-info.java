/** The demonstration: installs the sample operator, upgrades it, and shows what happened. */
@NullMarked
package io.olm4j.cli.demo;

import org.jspecify.annotations.NullMarked;
