/** What is wrong with olm4j on a cluster, and what to do about it. */
@NullMarked
package io.olm4j.cli.doctor;

import org.jspecify.annotations.NullMarked;
