package io.olm4j.applier.engine;

/**
 * What a teardown does with objects that hold more than the revision made.
 *
 * @param definitions what it does with a CustomResourceDefinition
 * @param keepsNamespaces whether a Namespace stays, without the marks of the revision, because another revision needs
 *     it
 */
public record TeardownPolicy(DefinitionTeardown definitions, boolean keepsNamespaces) {

    /** Namespaces are deleted, with everything in them. */
    public static TeardownPolicy of(DefinitionTeardown definitions) {
        return new TeardownPolicy(definitions, false);
    }
}
