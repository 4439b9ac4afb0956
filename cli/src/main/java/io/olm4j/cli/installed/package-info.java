/** What is installed on a cluster: extensions, revisions and their objects, read with the rights of the user. */
@NullMarked
package io.olm4j.cli.installed;

import org.jspecify.annotations.NullMarked;
