package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code olm resolve --cluster} as a user runs it. */
class ResolveOnClusterIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final OlmCluster olm = OlmCluster.empty();

    @Test
    void shouldSayWhatTheClusterLacks() throws Exception {
        Path catalog = Files.createDirectory(directory.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.yaml"), """
                schema: olm.bundle
                package: worker
                name: worker.v1.0.0
                image: example.com/worker:v1.0.0
                properties:
                - {type: olm.package, value: {packageName: worker, version: 1.0.0}}
                - {type: olm.gvk.required, value: {group: deps.example.com, version: v1, kind: Queue}}
                - {type: olm.gvk.required, value: {group: apps, version: v1, kind: Deployment}}
                """);
        Path extension = Files.writeString(directory.resolve("extension.yaml"), """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: worker}
                spec:
                  namespace: deps
                  source: {sourceType: Catalog, catalog: {packageName: worker}}
                """);
        OlmProcess process =
                new OlmProcess(directory).with("KUBECONFIG", olm.cluster().kubeconfig());
        String[] arguments = {"resolve", "-f", extension.toString(), "--catalog", "c=" + catalog, "--cluster"};

        OlmProcess.Result lacking = process.run(arguments);

        assertThat(lacking.exitCode()).as("%s", lacking).isEqualTo(1);
        assertThat(lacking.output())
                .contains("a dependency is not met, so that the bundle is not installed:\n"
                        + "- it requires the API Queue (deps.example.com/v1), which the cluster does not serve;"
                        + " no package of the selected catalogs provides it\n");

        olm.apply(DependencyBundles.crd("Queue"));

        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() ->
                        assertThat(process.run(arguments).output()).contains("verdict:     all dependencies are met"));
        assertThat(process.run(arguments).exitCode()).isZero();
    }
}
