package io.olm4j.fbc;

import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.upgradeedges.Channel;
import io.olm4j.upgradeedges.PackageGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Turns the objects of a catalog into the graphs that the resolver walks, a package each, keeping nothing else of them.
 */
public final class PackageGraphs implements Consumer<Meta> {
    private final Map<String, PackageGraphBuilder> builders = new HashMap<>();
    private final Map<String, TextSyntaxException> broken = new HashMap<>();

    /**
     * Makes the graph of a package, in which the release of a bundle is the build metadata of its version.
     *
     * @param metas objects of any packages; those of others are passed over
     * @throws TextSyntaxException if a field of the package's objects has a wrong type
     */
    public static PackageGraph of(String packageName, Iterable<Meta> metas) {
        return of(packageName, metas, false);
    }

    /**
     * Makes the graph of a package.
     *
     * @param metas objects of any packages; those of others are passed over
     * @param explicitReleases whether the field {@code release} of a bundle's {@code olm.package} counts, where it is
     *     stated
     * @throws TextSyntaxException if a field of the package's objects has a wrong type
     */
    public static PackageGraph of(String packageName, Iterable<Meta> metas, boolean explicitReleases) {
        PackageGraphBuilder builder = new PackageGraphBuilder(packageName, explicitReleases);
        for (Meta meta : metas) {
            if (meta.owningPackage().equals(packageName)) {
                builder.add(meta);
            }
        }
        return builder.build();
    }

    /**
     * Makes the graph of one channel.
     *
     * @param meta an {@code olm.channel}
     * @throws TextSyntaxException if a field has a wrong type
     */
    public static Channel channel(Meta meta) {
        return PackageGraphBuilder.channel(meta.fields());
    }

    /** Takes in an object of any package; a field of a wrong type makes only that package unusable. */
    @Override
    public void accept(Meta meta) {
        String packageName = meta.owningPackage();
        try {
            builders.computeIfAbsent(packageName, name -> new PackageGraphBuilder(name, false))
                    .add(meta);
        } catch (TextSyntaxException e) {
            broken.putIfAbsent(packageName, e);
        }
    }

    /** The packages of which there is any object, sorted. */
    public List<String> packageNames() {
        return builders.keySet().stream()
                .filter(name -> !name.isEmpty())
                .sorted()
                .toList();
    }

    /**
     * The graph of a package from the objects taken in so far.
     *
     * @return empty if there was no object of it
     * @throws TextSyntaxException if a field of the package's objects has a wrong type
     */
    public Optional<PackageGraph> graph(String packageName) {
        TextSyntaxException problem = broken.get(packageName);
        if (problem != null) {
            throw problem;
        }
        return Optional.ofNullable(builders.get(packageName)).map(PackageGraphBuilder::build);
    }
}
