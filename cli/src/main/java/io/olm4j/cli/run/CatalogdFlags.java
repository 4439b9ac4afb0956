package io.olm4j.cli.run;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of catalogd. */
final class CatalogdFlags {

    @Option(
            names = "--catalogs-server-addr",
            paramLabel = "ADDRESS",
            converter = ListenAddress.Converter.class,
            defaultValue = ":8443",
            description =
                    "Where catalogs are served: over HTTPS with a certificate, else over HTTP. Default: ${DEFAULT-VALUE}.")
    ListenAddress catalogsServer = ListenAddress.NONE;

    @Option(
            names = "--external-address",
            paramLabel = "HOST[:PORT]",
            defaultValue = "catalogd-service.olmv1-system.svc",
            description =
                    "By what clients reach that address; the status of each ClusterCatalog names it. Default: ${DEFAULT-VALUE}.")
    String externalAddress = "";

    @Option(
            names = "--cache-dir",
            paramLabel = "DIR",
            defaultValue = "/var/cache/catalogd",
            description =
                    "Where catalogs are kept; what is there is served again after a restart. Default: ${DEFAULT-VALUE}.")
    Path cacheDir = Path.of("");

    @Option(
            names = "--gc-interval",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            defaultValue = "12h",
            description =
                    "How often content of catalogs that are gone is looked for and deleted. Default: ${DEFAULT-VALUE}.")
    Duration gcInterval = Duration.ZERO;

    @Option(
            names = "--webhook-server-port",
            paramLabel = "PORT",
            description =
                    "Accepted for manifests of the original. olm4j needs no webhook: catalogd labels ClusterCatalogs itself.")
    @Nullable Integer webhookServerPort;
}
