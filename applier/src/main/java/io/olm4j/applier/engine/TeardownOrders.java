package io.olm4j.applier.engine;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a teardown asks before it deletes. The questions may come from several threads at once, and may throw an
 * exception, which ends the pass.
 *
 * @param orphaning whether the objects must stay; asked before each deletion
 * @param definitions what happens to a CustomResourceDefinition; asked for each that would be deleted
 */
public record TeardownOrders(BooleanSupplier orphaning, Supplier<DefinitionTeardown> definitions) {

    /** Deletes all objects but the definitions that must stay. */
    public static TeardownOrders deletion(Supplier<DefinitionTeardown> definitions) {
        return new TeardownOrders(() -> false, definitions);
    }
}
