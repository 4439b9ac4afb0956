/**
 * The program that {@code StartCache} of dist, {@code bin/olm} and {@code OlmCommand} of test-support run, so that the
 * JVM can record what the starts of olm take.
 */
@NullMarked
package io.olm4j.cli.training;

import org.jspecify.annotations.NullMarked;
