package io.olm4j.versionranges;

import io.olm4j.versionranges.Bound.Comparison;
import io.olm4j.versionranges.Bound.NotInMajor;
import io.olm4j.versionranges.Bound.NotInMinor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Folds the bounds of one alternative into the narrowest lower and upper limit and what is excluded between them. */
final class NormalForm {
    private final boolean releasesOnly;
    private final Set<String> exclusions = new LinkedHashSet<>();
    private @Nullable Comparison lower;
    private @Nullable Comparison upper;

    private NormalForm(boolean releasesOnly) {
        this.releasesOnly = releasesOnly;
    }

    /** The bounds of an alternative in readable order; empty if no version can be within all of them. */
    static Optional<String> of(Alternative alternative) {
        var form = new NormalForm(alternative.releasesOnly());
        alternative.bounds().forEach(form::add);
        return form.text();
    }

    private void add(Bound bound) {
        switch (bound) {
            case Comparison comparison -> add(comparison);
            case NotInMajor series -> exclusions.add(series.text(releasesOnly));
            case NotInMinor series -> exclusions.add(series.text(releasesOnly));
        }
    }

    private void add(Comparison comparison) {
        // Among releases, 2.0.0-0 (the lowest 2.0.0) bounds the same versions as 2.0.0 does.
        var limit = releasesOnly ? comparison.limit().core() : comparison.limit();
        switch (comparison.relation()) {
            case EQUAL -> {
                raise(new Comparison(Relation.AT_LEAST, limit));
                sink(new Comparison(Relation.AT_MOST, limit));
            }
            case NOT_EQUAL -> exclusions.add(comparison.text(releasesOnly));
            case ABOVE, AT_LEAST -> raise(new Comparison(comparison.relation(), limit));
            case BELOW, AT_MOST -> sink(new Comparison(comparison.relation(), limit));
        }
    }

    private void raise(Comparison bound) {
        var current = lower;
        int order = current == null ? 1 : bound.limit().compareTo(current.limit());
        if (order > 0 || (order == 0 && bound.relation() == Relation.ABOVE)) {
            lower = bound;
        }
    }

    private void sink(Comparison bound) {
        var current = upper;
        int order = current == null ? -1 : bound.limit().compareTo(current.limit());
        if (order < 0 || (order == 0 && bound.relation() == Relation.BELOW)) {
            upper = bound;
        }
    }

    private Optional<String> text() {
        var low = lower;
        var high = upper;
        var limits = new ArrayList<String>();
        if (high != null && high.relation() == Relation.BELOW && isLowest(high.limit())) {
            return Optional.empty();
        }
        if (low != null && high != null) {
            int order = low.limit().compareTo(high.limit());
            boolean bothInclusive = low.relation() == Relation.AT_LEAST && high.relation() == Relation.AT_MOST;
            if (order > 0 || (order == 0 && !bothInclusive)) {
                return Optional.empty();
            }
            limits.addAll(order == 0 ? List.of(exactly(low)) : List.of(textOf(low), textOf(high)));
        } else {
            Stream.of(Optional.ofNullable(low), Optional.ofNullable(high))
                    .flatMap(Optional::stream)
                    .map(this::textOf)
                    .forEach(limits::add);
        }
        limits.addAll(exclusions);
        return Optional.of(limits.isEmpty() ? "any version" : String.join(" ", limits));
    }

    /** No version comes before 0.0.0-0, no release before 0.0.0. */
    private boolean isLowest(Version limit) {
        return limit.compareTo(releasesOnly ? Version.LOWEST.core() : Version.LOWEST) <= 0;
    }

    private String textOf(Comparison comparison) {
        return comparison.text(releasesOnly);
    }

    private String exactly(Comparison comparison) {
        return Bound.equalTo(comparison.limit()).text(releasesOnly);
    }
}
