/** Writing as a service account: its token, the rights it has and the rights it lacks. */
@NullMarked
package io.olm4j.applier.account;

import org.jspecify.annotations.NullMarked;
