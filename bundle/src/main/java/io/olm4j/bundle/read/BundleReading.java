package io.olm4j.bundle.read;

import io.olm4j.bundle.Finding;
import io.olm4j.bundle.RegistryV1;
import java.util.List;
import java.util.stream.Collectors;

/** The result of reading a bundle directory. */
public sealed interface BundleReading {

    /** The directory holds a registry+v1 bundle; {@code Renderer} decides whether it can be installed. */
    record Read(RegistryV1 bundle) implements BundleReading {}

    /**
     * The directory holds no readable bundle.
     *
     * @param findings at least one
     * @param diskFailed whether the disk failed to read something, so that the findings may not be the bundle's fault
     */
    record Unreadable(List<Finding> findings, boolean diskFailed) implements BundleReading {
        public Unreadable {
            if (findings.isEmpty()) {
                throw new IllegalArgumentException("an unreadable bundle has findings");
            }
            findings = List.copyOf(findings);
        }

        /** All findings, a line each. */
        public String message() {
            return findings.stream().map(Finding::message).collect(Collectors.joining("\n"));
        }
    }
}
