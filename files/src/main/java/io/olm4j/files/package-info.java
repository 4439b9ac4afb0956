/** Files that are replaced in one step, directory trees, paths that exist, and compressed files. */
@NullMarked
package io.olm4j.files;

import org.jspecify.annotations.NullMarked;
