/** What a process answers about itself: its health, and its metrics to those who may read them. */
@NullMarked
package io.olm4j.process.management;

import org.jspecify.annotations.NullMarked;
