/** The health of a process, and its metrics for authorized clients. */
@NullMarked
package io.olm4j.process.management;

import org.jspecify.annotations.NullMarked;
