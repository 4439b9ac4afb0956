/** Manifests of commands: how they are read, printed and sent, and how a command asks before it deletes, and waits. */
@NullMarked
package io.olm4j.cli.manifest;

import org.jspecify.annotations.NullMarked;
