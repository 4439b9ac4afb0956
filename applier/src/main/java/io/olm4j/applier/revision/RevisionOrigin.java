package io.olm4j.applier.revision;

import static java.util.Objects.requireNonNull;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import java.util.Map;
import java.util.Optional;

/**
 * What the content of a revision was made from, as annotations of the revision keep it.
 *
 * @param inputs a digest of everything that goes into rendering
 * @param selection what was asked of the catalogs
 * @param renderer the version of olm4j
 */
public record RevisionOrigin(String inputs, String selection, String renderer) {

    public RevisionOrigin {
        requireNonNull(inputs, "inputs");
        requireNonNull(selection, "selection");
        requireNonNull(renderer, "renderer");
    }

    /** The origin that a set names; empty if it does not name all of it. */
    public static Optional<RevisionOrigin> of(ClusterObjectSet set) {
        Optional<String> inputs = RevisionDecider.annotation(set, Annotations.INPUTS_DIGEST);
        Optional<String> selection = RevisionDecider.annotation(set, Annotations.SELECTION);
        Optional<String> renderer = RevisionDecider.annotation(set, Annotations.RENDERED_BY);
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
