/** Tests. */
@NullMarked
package io.olm4j.applier.account;

import org.jspecify.annotations.NullMarked;
