package io.olm4j.cli.run;

import io.olm4j.cli.kube.GoDuration;
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
            description = "The address of the catalog server: HTTPS with a certificate, else HTTP. Default:"
                    + " ${DEFAULT-VALUE}.")
    ListenAddress catalogsServer = ListenAddress.NONE;

    @Option(
            names = "--external-address",
            paramLabel = "HOST[:PORT]",
            defaultValue = "catalogd-service.olmv1-system.svc",
            description = "The host at which clients reach the catalog server, as in the status of each ClusterCatalog."
                    + " Default: ${DEFAULT-VALUE}.")
    String externalAddress = "";

    @Option(
            names = "--cache-dir",
            paramLabel = "DIR",
            defaultValue = "/var/cache/catalogd",
            description = "The directory for catalogs; a restart serves them again. Default: ${DEFAULT-VALUE}.")
    Path cacheDir = Path.of("");

    @Option(
            names = "--gc-interval",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            defaultValue = "12h",
            description = "How often catalogd removes the content of deleted catalogs. Default: ${DEFAULT-VALUE}.")
    Duration gcInterval = Duration.ZERO;

    @Option(
            names = "--webhook-server-port",
            paramLabel = "PORT",
            description = "Accepted for manifests of the original, without effect: catalogd labels ClusterCatalogs"
                    + " without a webhook.")
    @Nullable Integer webhookServerPort;
}
