package io.olm4j.cli.resolve;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.catalogdclient.Refresh;
import io.olm4j.catalogdclient.http.CatalogHttp;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.Scratch;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.controller.catalog.Provider;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** The catalogs that the command line names, read once. */
final class Catalogs implements AutoCloseable {
    private final Scratch scratch;
    private final List<Opened> opened = new ArrayList<>();

    private Catalogs(Scratch scratch) {
        this.scratch = scratch;
    }

    private record Opened(CatalogOption option, Content content) {}

    /**
     * What is known of a catalog.
     *
     * @param packages asked for a package
     * @param providers asked for the packages that provide an API
     * @param metadata of the bundles, where it was kept
     */
    private record Content(
            Function<String, Lookup> packages,
            Function<ApiKind, Collection<String>> providers,
            BundleMetadata metadata) {}

    /**
     * Reads the catalogs.
     *
     * @throws IOException if a directory cannot be read
     * @throws OlmException if an image cannot be pulled, or a service does not give its catalog
     */
    static Catalogs open(List<CatalogOption> options) throws IOException {
        Catalogs catalogs = new Catalogs(Scratch.create("olm-resolve"));
        try {
            try (ContentSource source = ContentSource.ofCatalogs()) {
                for (CatalogOption option : options) {
                    catalogs.opened.add(new Opened(
                            option,
                            option.isUrl()
                                    ? catalogs.served(option)
                                    : directory(source.open(option.source()).path())));
                }
            }
            return catalogs;
        } catch (IOException | RuntimeException e) {
            catalogs.close();
            throw e;
        }
    }

    /** What the selected ones of these catalogs offer of a package. */
    Candidates candidates(Predicate<CatalogOption> selected, String packageName) {
        var graphs = new ArrayList<CatalogGraph>();
        var unavailable = new ArrayList<Unavailable>();
        boolean anySelected = false;
        for (Opened catalog : opened) {
            CatalogOption option = catalog.option();
            if (!selected.test(option)) {
                continue;
            }
            anySelected = true;
            switch (catalog.content().packages().apply(packageName)) {
                case Lookup.Found found ->
                    graphs.add(new CatalogGraph(option.name(), option.priority(), found.graph()));
                case Lookup.NoSuchPackage _ -> {
                    // It has nothing to offer.
                }
                case Lookup.NoAnswer none ->
                    unavailable.add(new Unavailable(option.name(), option.priority(), none.reason()));
            }
        }
        return new Candidates(graphs, unavailable, anySelected);
    }

    /** The packages of the selected catalogs that provide an API; those of the highest priority first. */
    List<Provider> providers(Predicate<CatalogOption> selected, ApiKind api) {
        return opened.stream()
                .filter(catalog -> selected.test(catalog.option()))
                .sorted(Comparator.comparingInt(
                                (Opened catalog) -> catalog.option().priority())
                        .reversed())
                .flatMap(catalog -> catalog.content().providers().apply(api).stream()
                        .map(name -> new Provider(catalog.option().name(), name)))
                .toList();
    }

    /** What a bundle needs, as far as its catalog says it. */
    BundleDependencies dependencies(Resolved resolved) {
        BundleDependencies byProperties =
                BundleDependencies.ofProperties(resolved.bundle().properties());
        return opened.stream()
                .filter(catalog -> catalog.option().name().equals(resolved.catalog()))
                .map(catalog -> byProperties.plus(
                        catalog.content().metadata().of(resolved.bundle().name())))
                .findFirst()
                .orElse(byProperties);
    }

    /** A directory that cannot be parsed is a catalog that cannot answer, as in a cluster. */
    private static Content directory(Path directory) throws IOException {
        PackageGraphs graphs = new PackageGraphs();
        BundleMetadata metadata = new BundleMetadata();
        try {
            new CatalogReader().readDirectory(directory, graphs.andThen(metadata));
        } catch (TextSyntaxException e) {
            Lookup unavailable = new Lookup.Unavailable("error parsing catalog contents: " + e.getMessage());
            return new Content(_ -> unavailable, _ -> List.of(), new BundleMetadata());
        }
        Map<String, Lookup> known = new HashMap<>();
        return new Content(
                packageName -> known.computeIfAbsent(packageName, name -> lookup(graphs, name)),
                metadata::providers,
                metadata);
    }

    private static Lookup lookup(PackageGraphs graphs, String packageName) {
        try {
            return graphs.graph(packageName).<Lookup>map(Lookup.Found::new).orElseGet(Lookup.NoSuchPackage::new);
        } catch (TextSyntaxException e) {
            return new Lookup.Unreadable("error loading package \"" + packageName + "\": " + e.getMessage());
        }
    }

    private static OkHttpClient http() throws IOException {
        try {
            return CatalogHttp.create(Optional.empty(), System.getenv());
        } catch (IllegalArgumentException e) {
            throw new OlmException(String.valueOf(e.getMessage()), e);
        }
    }

    private static URI address(CatalogOption option) {
        try {
            if (HttpUrl.parse(option.source()) != null) {
                return new URI(option.source());
            }
        } catch (URISyntaxException notAnAddress) {
            // said below
        }
        throw new OlmException("--catalog " + option.name() + "=" + option.source()
                + ": this is not an address such as http://HOST:8080/catalogs/NAME");
    }

    private Content served(CatalogOption option) throws IOException {
        OkHttpClient http = http();
        CatalogIndex index = new CatalogIndex(
                scratch.directory().resolve(Integer.toString(opened.size())), http, new SimpleMeterRegistry());
        try {
            CatalogLocation location = new CatalogLocation(option.name(), address(option), "");
            if (index.refresh(location) instanceof Refresh.Failed failed) {
                throw new OlmException(failed.message());
            }
        } catch (IllegalArgumentException e) {
            throw new OlmException("--catalog " + option.name() + "=" + option.source() + ": " + e.getMessage(), e);
        } finally {
            index.close();
            http.dispatcher().executorService().shutdown();
            http.connectionPool().evictAll();
        }
        return new Content(
                packageName -> index.lookup(option.name(), packageName),
                api -> index.providers(option.name(), api),
                new BundleMetadata());
    }

    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
