/** Kubernetes Events that report once what happened to an object. */
@NullMarked
package io.olm4j.process.events;

import org.jspecify.annotations.NullMarked;
