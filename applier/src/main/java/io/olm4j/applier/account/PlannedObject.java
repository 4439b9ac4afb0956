package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.cluster.RestMapping;

/** An object that will be applied, and the resource that serves its kind. */
public record PlannedObject(ObjectNode object, RestMapping mapping) {}
