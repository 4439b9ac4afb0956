package io.olm4j.bench.system;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.catalogd.CatalogService;
import io.olm4j.catalogd.Catalogd;
import io.olm4j.catalogd.CatalogdOptions;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.process.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** catalogd as a process of its own, until its input ends. */
public final class CatalogdProcess {
    /** What it prints when it takes up catalogs. */
    static final String WATCHING = "watching";

    private CatalogdProcess() {}

    /** Takes a kubeconfig file, the cache directory, a port, a certificate and its key. */
    public static void main(String[] arguments) throws IOException {
        CatalogdOptions options = CatalogdOptions.in(Path.of(arguments[1]))
                .withPullSecrets(PullSecretOptions.NONE)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[2])))
                .withTls(new TlsFiles(Path.of(arguments[3]), Path.of(arguments[4])));
        CatalogService service = CatalogService.start(options);
        System.out.println("serving at " + service.address());
        Config config = Config.fromKubeconfig(Path.of(arguments[0]).toFile());
        try (KubernetesClient client =
                        new KubernetesClientBuilder().withConfig(config).build();
                Catalogd _ = Catalogd.start(client, service, options)) {
            System.out.println(WATCHING);
            while (System.in.read() >= 0) {
                // The end of the input is the end of the parent.
            }
        }
    }
}
