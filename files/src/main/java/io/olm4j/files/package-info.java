/** Files that are replaced in one step, and directory trees. */
@NullMarked
package io.olm4j.files;

import org.jspecify.annotations.NullMarked;
