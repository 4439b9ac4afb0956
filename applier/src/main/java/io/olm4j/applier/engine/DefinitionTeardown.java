package io.olm4j.applier.engine;

/** What a teardown does with a CustomResourceDefinition that the revision controls. */
public enum DefinitionTeardown {
    /** It is deleted, with its custom resources. */
    DELETE,
    /** It stays, without the marks of the revision. */
    KEEP,
    /** The teardown waits while it has custom resources, and then deletes it. */
    WAIT_WHILE_IN_USE,
    /** It stays if it has custom resources. */
    KEEP_WHILE_IN_USE
}
