package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.util.Optional;

/** Counts the custom resources of a CustomResourceDefinition. */
public final class CustomResources {

    private CustomResources() {}

    /**
     * The number of custom resources of a definition.
     *
     * @return empty if the API server does not list them, for example because no version is served
     */
    public static Optional<Long> count(ObjectNode definition, ObjectClient reader) {
        try {
            return CrdDeletions.servedPath(definition)
                    .map(path -> reader.read(path + "?limit=1")
                            .map(CustomResources::size)
                            .orElse(0L));
        } catch (ApiException e) {
            return Optional.empty();
        }
    }

    private static long size(ObjectNode list) {
        return list.path("items").size()
                + list.at("/metadata/remainingItemCount").asLong();
    }

    /** A clause for a number, such as {@code 3 custom resources exist}. */
    public static String text(Optional<Long> count) {
        return count.map(number -> number == 1 ? "1 custom resource exists" : number + " custom resources exist")
                .orElse("the API server does not list its custom resources");
    }
}
