package io.olm4j.applier.revision;

import static java.util.Objects.requireNonNull;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import java.util.Map;
import java.util.Optional;

/**
 * The inputs of a revision's content, which annotations of the revision record.
 *
 * @param inputs a digest of all inputs of the rendering
 * @param selection the selection criteria for the catalogs
 * @param renderer the version of olm4j
 */
public record RevisionOrigin(String inputs, String selection, String renderer) {

    public RevisionOrigin {
        requireNonNull(inputs, "inputs");
        requireNonNull(selection, "selection");
        requireNonNull(renderer, "renderer");
    }

    /** The origin in the annotations of a set; empty if a part of it is missing. */
    public static Optional<RevisionOrigin> of(ClusterObjectSet set) {
        Optional<String> inputs = Annotations.find(set, Annotations.INPUTS_DIGEST);
        Optional<String> selection = Annotations.find(set, Annotations.SELECTION);
        Optional<String> renderer = Annotations.find(set, Annotations.RENDERED_BY);
        return inputs.isPresent() && selection.isPresent() && renderer.isPresent()
                ? Optional.of(new RevisionOrigin(inputs.get(), selection.get(), renderer.get()))
                : Optional.empty();
    }

    void putInto(Map<String, String> annotations) {
        annotations.put(Annotations.INPUTS_DIGEST, inputs);
        annotations.put(Annotations.SELECTION, selection);
        annotations.put(Annotations.RENDERED_BY, renderer);
    }
}
