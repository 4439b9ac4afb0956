/** Versions and the two range dialects of OLM. */
@NullMarked
package io.olm4j.versionranges;

import org.jspecify.annotations.NullMarked;
