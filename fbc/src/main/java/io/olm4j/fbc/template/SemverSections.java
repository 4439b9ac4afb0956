package io.olm4j.fbc.template;

import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rendered bundles of a semver template by section. It checks that they form one package. */
final class SemverSections {
    private final Map<Archetype, List<VersionedBundle>> sections = new EnumMap<>(Archetype.class);
    private final Map<String, VersionedBundle> byName = new TreeMap<>();
    private String packageName = "";

    /** Adds a bundle; callers add each bundle to a section once. */
    void add(Archetype archetype, ImageBundle rendered) {
        var bundle = rendered.versioned();
        var namesake = byName.putIfAbsent(bundle.name(), bundle);
        if (namesake != null && !namesake.bundle().image().equals(rendered.image())) {
            throw rendered.problem("image " + Quoted.of(namesake.bundle().image())
                    + " holds a bundle of the same name; list only one of them");
        }
        if (packageName.isEmpty()) {
            packageName = bundle.packageName();
        } else if (!bundle.packageName().equals(packageName)) {
            throw rendered.problem("it belongs to package " + Quoted.of(bundle.packageName()) + " and not, like those"
                    + " before it, to " + Quoted.of(packageName) + "; use a template for each package");
        }
        sections.computeIfAbsent(archetype, section -> new ArrayList<>()).add(bundle);
    }

    /** The package of all bundles; empty before the first. */
    String packageName() {
        return packageName;
    }

    /** Every bundle once, by name. */
    List<VersionedBundle> bundles() {
        return List.copyOf(byName.values());
    }

    /** The bundles of a section, lowest version first. Throws if two versions differ at most by build metadata. */
    List<VersionedBundle> ascending(Archetype archetype) {
        var bundles = new ArrayList<>(sections.getOrDefault(archetype, List.of()));
        bundles.sort(Comparator.comparing(VersionedBundle::version).thenComparing(VersionedBundle::name));
        for (int i = 1; i < bundles.size(); i++) {
            var lower = bundles.get(i - 1);
            var higher = bundles.get(i);
            if (lower.version().compareTo(higher.version()) == 0) {
                throw higher.bundle()
                        .problem("its version " + higher.version() + " and that of "
                                + Quoted.of(lower.name()) + ", " + lower.version()
                                + ", differ at most by build metadata, so"
                                + " that neither is higher; keep one of them under " + archetype.key());
            }
        }
        return bundles;
    }
}
