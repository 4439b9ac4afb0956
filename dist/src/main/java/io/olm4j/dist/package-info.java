/** What users download: archives with a Java runtime of their own, and the image; used by the build only. */
@NullMarked
package io.olm4j.dist;

import org.jspecify.annotations.NullMarked;
