/**
 * What the tests of several modules use: the local cluster of a test process, a registry with a password, fuzzing.
 */
@NullMarked
package io.olm4j.testsupport;

import org.jspecify.annotations.NullMarked;
