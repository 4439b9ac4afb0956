package io.olm4j.cli.run;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.catalogd.CatalogService;
import io.olm4j.catalogd.Catalogd;
import io.olm4j.catalogd.CatalogdOptions;
import io.olm4j.catalogd.Timing;
import io.olm4j.cli.run.RunSettings.CatalogdSettings;
import java.io.IOException;
import java.util.List;

/** catalogd in this process. */
final class CatalogdRole implements AutoCloseable {

    private final RoleContext context;
    private final Catalogd catalogd;

    private CatalogdRole(RoleContext context, Catalogd catalogd) {
        this.context = context;
        this.catalogd = catalogd;
    }

    /**
     * Starts it; returns once it takes part in the leader election and serves the catalogs, or has waited long enough
     * for their content. What an earlier run left is served before the cluster answers.
     *
     * @throws IOException if the cache directory or the address cannot be used
     */
    static CatalogdRole start(RoleContext context) throws IOException {
        RunSettings settings = context.settings();
        CatalogdSettings own = settings.catalogd();
        CatalogdOptions options = CatalogdOptions.in(own.cache())
                .withListen(own.listen())
                .withExternalBaseUrl(own.externalBaseUrl())
                .withRegistries(context.registries())
                .withLeadership(context.leadership())
                .withTiming(Timing.DEFAULT.withGarbageCollection(own.gcInterval()))
                .withMeters(context.meters());
        CatalogdOptions complete = settings.tls().map(options::withTls).orElse(options);
        CatalogService service = CatalogService.start(complete);
        try {
            context.await(List.of(ClusterCatalog.class));
            complete = complete.withPullSecrets(context.pullSecrets());
        } catch (RuntimeException e) {
            service.close();
            throw e;
        }
        Catalogd catalogd = Catalogd.start(context.client(), service, complete);
        try {
            new FirstContent(context.pause(), context.waitsFor()).await(catalogd::lacking);
        } catch (RuntimeException e) {
            catalogd.close();
            throw e;
        }
        return new CatalogdRole(context, catalogd);
    }

    @Override
    public void close() {
        catalogd.close();
        context.client().close();
    }
}
