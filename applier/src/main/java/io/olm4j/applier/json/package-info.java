/** JSON in one form only, and digests of it. */
@NullMarked
package io.olm4j.applier.json;

import org.jspecify.annotations.NullMarked;
