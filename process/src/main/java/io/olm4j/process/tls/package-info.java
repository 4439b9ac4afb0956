/** The certificate and the TLS settings that a process serves with. */
@NullMarked
package io.olm4j.process.tls;

import org.jspecify.annotations.NullMarked;
