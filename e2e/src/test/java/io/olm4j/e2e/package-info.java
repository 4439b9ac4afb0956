/** End-to-end tests on the real control plane, and the test that holds every module to what it may use. */
@NullMarked
package io.olm4j.e2e;

import org.jspecify.annotations.NullMarked;
