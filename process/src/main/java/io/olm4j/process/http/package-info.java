/** An HTTP server that bears slow, many and wrong clients, and what a process answers beside its main service. */
@NullMarked
package io.olm4j.process.http;

import org.jspecify.annotations.NullMarked;
