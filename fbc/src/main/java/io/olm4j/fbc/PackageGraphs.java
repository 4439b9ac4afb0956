package io.olm4j.fbc;

import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Builds the upgrade graphs of a catalog, one for each package, for the resolver. It keeps nothing else of the objects.
 */
public final class PackageGraphs implements Consumer<Meta> {
    private final Map<String, PackageGraphBuilder> builders = new HashMap<>();
    private final Map<String, TextSyntaxException> broken = new HashMap<>();
    private final boolean explicitReleases;

    /** The release of a bundle is the build metadata of its version. */
    public PackageGraphs() {
        this(false);
    }

    /**
     * Decides whether explicit releases count.
     *
     * @param explicitReleases whether the field {@code release} of a bundle's {@code olm.package} counts, if it is set
     */
    public PackageGraphs(boolean explicitReleases) {
        this.explicitReleases = explicitReleases;
    }

    /**
     * Builds the graph of a package. The release of a bundle is the build metadata of its version.
     *
     * @param metas objects of any packages; those of others are passed over
     * @throws TextSyntaxException if a field of the package's objects has a wrong type
     */
    public static PackageGraph of(String packageName, Iterable<Meta> metas) {
        PackageGraphBuilder builder = new PackageGraphBuilder(packageName, false);
        for (Meta meta : metas) {
            if (meta.owningPackage().equals(packageName)) {
                builder.add(meta);
            }
        }
        return builder.build();
    }

    /**
     * Builds the graph of one channel.
     *
     * @param meta an {@code olm.channel}
     * @throws TextSyntaxException if a field has a wrong type
     */
    public static Channel channel(Meta meta) {
        return PackageGraphBuilder.channel(meta.fields());
    }

    /** Adds an object of any package. A field of a wrong type makes only that package unusable. */
    @Override
    public void accept(Meta meta) {
        String packageName = meta.owningPackage();
        try {
            builders.computeIfAbsent(packageName, name -> new PackageGraphBuilder(name, explicitReleases))
                    .add(meta);
        } catch (TextSyntaxException e) {
            broken.putIfAbsent(packageName, e);
        }
    }

    /** The names of the packages that have at least one object, sorted. */
    public List<String> packageNames() {
        return builders.keySet().stream()
                .filter(name -> !name.isEmpty())
                .sorted()
                .toList();
    }

    /**
     * The graph of a package from the objects added so far.
     *
     * @return empty if the package has no object
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
