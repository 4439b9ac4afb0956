package io.olm4j.bundle.read;

import io.olm4j.bundle.Finding;
import java.util.List;

/** The result of reading the files of a bundle directory. */
public sealed interface BundleSourceReading {

    /** The directory holds a registry+v1 bundle. */
    record Read(BundleSource source) implements BundleSourceReading {}

    /** The directory holds no readable bundle; there is at least one finding. */
    record Unreadable(List<Finding> findings) implements BundleSourceReading {
        public Unreadable {
            if (findings.isEmpty()) {
                throw new IllegalArgumentException("an unreadable bundle has findings");
            }
            findings = List.copyOf(findings);
        }
    }
}
