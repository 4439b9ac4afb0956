/** Tests of versions and ranges: tables of facts, a second naive implementation, properties. */
@NullMarked
package io.olm4j.versionranges;

import org.jspecify.annotations.NullMarked;
