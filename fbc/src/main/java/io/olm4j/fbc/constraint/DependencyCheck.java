package io.olm4j.fbc.constraint;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyParser;
import io.olm4j.fbc.property.PropertyReading;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.fbc.property.PropertyValue;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the dependencies of a bundle, declared in its properties, that the cluster does not meet. It resolves and
 * installs nothing.
 *
 * <p>An API ({@code olm.gvk.required}) must be served by the cluster, or be provided by an installed bundle or by the
 * bundle itself. A package ({@code olm.package.required}) must be installed in the range, which has the skipRange
 * dialect. The cluster must not be older than {@code minKubeVersion} ({@code olm4j.io/minKubeVersion}).
 *
 * <p>As in OLM Classic, a single installed bundle must fulfil the whole {@code olm.constraint}: no bundle fulfils
 * {@code all} of two packages, and a {@code not} only excludes bundles that its sibling constraints accept. There are
 * two differences, because this check looks at a running cluster and does not choose bundles from a catalog. First,
 * every candidate fulfils a {@code gvk} if the cluster serves the API; it does not matter what installed the API.
 * Second, the cluster itself is a candidate without package and properties, so that a served API suffices if no bundle
 * is installed.
 */
public final class DependencyCheck {
    /** Compiling so many characters of CEL takes a few seconds. */
    private static final long MAX_CONSTRAINTS_LENGTH = 1L << 17;

    private final List<OfferedBundle> candidates = new ArrayList<>();
    private final Requirements requirements = new Requirements(candidates);
    private final Set<PropertyValue> seen = new HashSet<>();
    private final String kubernetesVersion;
    private final ConstraintEvaluator evaluator = new ConstraintEvaluator();
    private long constraintsLength;

    private DependencyCheck(List<Property> properties, ClusterFacts facts) {
        kubernetesVersion = facts.kubernetesVersion();
        Set<ApiKind> served = new HashSet<>(facts.servedApis());
        served.addAll(OfferedBundle.providedBy(properties));
        candidates.add(OfferedBundle.cluster(served));
        facts.installed().forEach(bundle -> candidates.add(OfferedBundle.of(bundle, served)));
    }

    /**
     * Checks the dependencies of a bundle.
     *
     * @param properties all properties of the bundle; those that are not dependencies are ignored
     * @return the unmet and the unreadable dependencies, in the order of the properties; a dependency that several
     *     properties declare occurs once
     */
    public static List<UnmetDependency> unmet(List<Property> properties, ClusterFacts facts) {
        DependencyCheck check = new DependencyCheck(properties, facts);
        List<UnmetDependency> unmet = new ArrayList<>();
        for (int i = 0; i < properties.size(); i++) {
            Property property = properties.get(i);
            check.problem(i, property)
                    .ifPresent(problem -> unmet.add(new UnmetDependency(problem.text(), problem.missing())));
        }
        return unmet;
    }

    /** The problem, and the missing APIs and packages that would solve it. */
    private record Problem(String text, List<Missing> missing) {
        static Problem of(String text) {
            return new Problem(text, List.of());
        }
    }

    private Optional<Problem> problem(int index, Property property) {
        return switch (property.type()) {
            case PropertyTypes.GVK_REQUIRED,
                    PropertyTypes.PACKAGE_REQUIRED,
                    PropertyTypes.CONSTRAINT,
                    PropertyTypes.MIN_KUBE_VERSION -> {
                try {
                    yield problem(PropertyParser.parse(index, property));
                } catch (ConstraintSyntaxException e) {
                    yield malformed(index, property, e.getMessage());
                } catch (RangeSyntaxException e) {
                    yield malformed(index, property, e.explanation());
                }
            }
            default -> Optional.empty();
        };
    }

    private static Optional<Problem> malformed(int index, Property property, String problem) {
        return Optional.of(
                Problem.of("property[" + index + "] of type \"" + property.type() + "\": " + Excerpt.of(problem)));
    }

    private Optional<Problem> problem(PropertyReading reading) {
        return switch (reading) {
            case PropertyReading.Malformed(String message) -> Optional.of(Problem.of(Excerpt.of(message)));
            case PropertyReading.Parsed(PropertyValue value) when !seen.add(value) -> Optional.empty();
            case PropertyReading.Parsed(PropertyValue.RequiredApi(ApiKind api)) -> missingApi(api);
            case PropertyReading.Parsed(PropertyValue.RequiredPackage(String name, String range)) ->
                missingPackage(name, SkipRange.parse(range));
            case PropertyReading.Parsed(PropertyValue.CompoundConstraint(String json)) -> unfulfilled(json);
            case PropertyReading.Parsed(PropertyValue.MinKubeVersion(String minimum)) ->
                KubeVersions.problem(minimum, kubernetesVersion).map(Problem::of);
            case PropertyReading.Parsed _ -> Optional.empty();
        };
    }

    private Optional<Problem> missingApi(ApiKind api) {
        return isThere(api)
                ? Optional.empty()
                : Optional.of(new Problem(requirements.missingApi(api), List.of(new Missing.Api(api))));
    }

    private boolean isThere(ApiKind api) {
        return candidates.stream().anyMatch(candidate -> candidate.has(api));
    }

    private Optional<Problem> missingPackage(String name, SkipRange range) {
        return isThere(name, range)
                ? Optional.empty()
                : Optional.of(new Problem(
                        requirements.missingPackage(name, range.text()),
                        List.of(new Missing.PackageInRange(name, range))));
    }

    private boolean isThere(String name, SkipRange range) {
        return candidates.stream().anyMatch(candidate -> candidate.isOf(name) && candidate.isIn(range));
    }

    private Optional<Problem> unfulfilled(String json) {
        constraintsLength += json.length();
        if (constraintsLength > MAX_CONSTRAINTS_LENGTH) {
            throw new ConstraintSyntaxException("the olm.constraint values of one bundle are together longer than "
                    + MAX_CONSTRAINTS_LENGTH + " characters");
        }
        Constraint constraint = ConstraintParser.parse(json);
        return switch (evaluator.test(constraint, candidates)) {
            case FULFILLED -> Optional.empty();
            case UNFULFILLED ->
                Optional.of(new Problem(requirements.unfulfilled(constraint, false), missing(constraint)));
            case TOO_COSTLY ->
                Optional.of(new Problem(requirements.unfulfilled(constraint, true), missing(constraint)));
        };
    }

    /** The nesting limit of constraints bounds the recursion. */
    private List<Missing> missing(Constraint constraint) {
        return switch (constraint) {
            case Constraint.All all ->
                all.constraints().stream()
                        .flatMap(part -> missing(part).stream())
                        .toList();
            case Constraint.Any any ->
                any.constraints().stream()
                        .flatMap(part -> missing(part).stream())
                        .toList();
            case Constraint.Gvk gvk -> isThere(gvk.api()) ? List.of() : List.of(new Missing.Api(gvk.api()));
            case Constraint.PackageRange wanted ->
                isThere(wanted.packageName(), wanted.versionRange())
                        ? List.of()
                        : List.of(new Missing.PackageInRange(wanted.packageName(), wanted.versionRange()));
            case Constraint.Not _, Constraint.Cel _ -> List.of();
        };
    }
}
