package io.olm4j.bench.system;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.catalogd.Catalogd;
import io.olm4j.catalogd.CatalogdOptions;
import io.olm4j.catalogd.http.TlsFiles;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** catalogd as a process of its own, until its input ends. */
public final class CatalogdProcess {
    private CatalogdProcess() {}

    /** Takes a kubeconfig file, the cache directory, a port, a certificate and its key. */
    public static void main(String[] arguments) throws IOException {
        Config config = Config.fromKubeconfig(Path.of(arguments[0]).toFile());
        CatalogdOptions options = CatalogdOptions.in(Path.of(arguments[1]))
                .withPullSecrets(PullSecretOptions.NONE)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[2])))
                .withTls(new TlsFiles(Path.of(arguments[3]), Path.of(arguments[4])));
        try (KubernetesClient client =
                        new KubernetesClientBuilder().withConfig(config).build();
                Catalogd catalogd = Catalogd.start(client, options)) {
            System.out.println("serving at " + catalogd.address());
            while (System.in.read() >= 0) {
                // The end of the input is the end of the parent.
            }
        }
    }
}
