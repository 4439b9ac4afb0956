package io.olm4j.oci.registry;

import io.olm4j.testsupport.TestCluster;

/** Pushes images to the registry of the local cluster and pulls them again. */
class RegistryRoundTripIT extends RegistryRoundTrip {

    @Override
    String registry() {
        return TestCluster.shared().cluster().registryHost();
    }
}
