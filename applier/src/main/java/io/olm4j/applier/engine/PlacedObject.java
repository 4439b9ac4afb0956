package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.applier.cluster.RestMapping;

/** An object of a revision and where the API server serves its kind. */
record PlacedObject(ObjectNode object, RestMapping mapping, CollisionProtection protection) {}
