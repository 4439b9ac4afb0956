/** How a process talks to the API server. */
@NullMarked
package io.olm4j.process.apiserver;

import org.jspecify.annotations.NullMarked;
