/** The custom resources of OLM v1. */
@NullMarked
package io.olm4j.api;

import org.jspecify.annotations.NullMarked;
