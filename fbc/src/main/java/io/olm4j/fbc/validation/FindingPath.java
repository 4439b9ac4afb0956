package io.olm4j.fbc.validation;

import io.olm4j.fbc.Meta;
import io.olm4j.fbc.Schemas;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.List;

/**
 * A place in the tree package → channel → bundle of a catalog.
 *
 * @param packageName the package; empty for the catalog as a whole
 * @param channel the channel of the package; empty for the package as a whole, or for a bundle regardless of its
 *     channels
 * @param bundle the bundle; empty for the channel or package as a whole
 */
public record FindingPath(String packageName, String channel, String bundle) {
    /** The catalog as a whole. */
    public static final FindingPath ROOT = new FindingPath("", "", "");

    static FindingPath ofPackage(String packageName) {
        return new FindingPath(packageName, "", "");
    }

    static FindingPath ofChannel(String packageName, String channel) {
        return new FindingPath(packageName, channel, "");
    }

    static FindingPath ofBundle(String packageName, String bundle) {
        return new FindingPath(packageName, "", bundle);
    }

    /** The place of an object according to its own fields. */
    static FindingPath of(Meta meta) {
        return switch (meta.schema()) {
            case Schemas.CHANNEL -> ofChannel(meta.packageName(), meta.name());
            case Schemas.BUNDLE -> ofBundle(meta.packageName(), meta.name());
            default -> ofPackage(meta.owningPackage());
        };
    }

    /** The bundle's place in this channel. */
    FindingPath entry(String name) {
        return new FindingPath(packageName, channel, name);
    }

    /** The path as messages show it, such as {@code package "p" → channel "c"}; empty for the catalog as a whole. */
    @Override
    public String toString() {
        List<String> steps = new ArrayList<>();
        add(steps, "package ", packageName);
        add(steps, "channel ", channel);
        add(steps, "bundle ", bundle);
        return String.join(" → ", steps);
    }

    private static void add(List<String> steps, String kind, String name) {
        if (!name.isEmpty()) {
            steps.add(kind + Quoted.of(name));
        }
    }
}
