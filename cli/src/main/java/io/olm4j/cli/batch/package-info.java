/** Batch forms: many cases in one process, a line of output for each line of input as it comes. */
@NullMarked
package io.olm4j.cli.batch;

import org.jspecify.annotations.NullMarked;
