/** JSON as Kubernetes and opm read and write it, as trees and as a stream. */
@NullMarked
package io.olm4j.codec.json;

import org.jspecify.annotations.NullMarked;
