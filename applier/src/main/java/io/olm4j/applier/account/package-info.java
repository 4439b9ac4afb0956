/** Writing as a service account: its token, its rights and its missing rights. */
@NullMarked
package io.olm4j.applier.account;

import org.jspecify.annotations.NullMarked;
