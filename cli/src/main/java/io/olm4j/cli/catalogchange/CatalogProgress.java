package io.olm4j.cli.catalogchange;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.cli.kube.Progress;
import java.util.List;
import java.util.Optional;

/** How far catalogd is with the current spec of a catalog. It is reached when catalogd serves the catalog. */
final class CatalogProgress {

    private static final Progress SERVED = new Progress.Reached("");

    private CatalogProgress() {}

    /**
     * How far catalogd is with a look-up of the image.
     *
     * @param before the request for a look-up before this one; an object that still has it is older than the request
     */
    static Progress ofRefresh(ClusterCatalog catalog, Optional<String> before) {
        if (catalog.isDisabled()) {
            return new Progress.Impossible("it is disabled");
        }
        Optional<String> requested = Annotations.find(catalog, Annotations.REFRESH_REQUESTED);
        boolean handled = requested.isPresent()
                && !requested.equals(before)
                && requested.equals(Annotations.find(catalog, Annotations.REFRESH_HANDLED));
        return handled || catalog.isMarkedForDeletion()
                ? of(catalog)
                : new Progress.Pending("catalogd has not looked up the image yet");
    }

    /** Reads the conditions. */
    static Progress of(ClusterCatalog catalog) {
        if (catalog.isMarkedForDeletion()) {
            return new Progress.Impossible("it is being deleted");
        }
        List<Condition> conditions = catalog.statusOrEmpty().conditions();
        long generation = catalog.getMetadata().getGeneration();
        Optional<Condition> progressing = Conditions.find(conditions, ConditionTypes.PROGRESSING)
                .filter(condition -> condition.observedGeneration() == generation);
        if (progressing.isEmpty()) {
            return new Progress.Pending("catalogd has not observed the current generation yet");
        }
        String message = progressing.get().message();
        if (progressing.get().reason().equals(Reasons.BLOCKED)) {
            return new Progress.Impossible(message);
        }
        boolean served = progressing.get().reason().equals(Reasons.SUCCEEDED)
                && Conditions.isTrue(conditions, ConditionTypes.SERVING);
        return served ? SERVED : new Progress.Pending(progressing.get().reason() + ": " + message);
    }
}
