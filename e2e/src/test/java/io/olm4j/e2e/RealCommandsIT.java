package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of operators of a real community catalog, by commands alone. */
class RealCommandsIT {

    private static final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void shouldInstallExplainPlanUpgradeAndUninstallRealOperators() throws Exception {
        assumeThat(RealBundles.present())
                .as("real input: ../shared/data with a catalog and bundles is not beside this checkout")
                .isTrue();
        String catalog = RealBundles.push(
                olm,
                Map.of("clusterpulse", List.of("1.0.0", "1.0.2"), "koku-metrics-operator", List.of("4.4.1")),
                directory.resolve("catalog"));

        // When the catalog is added, its packages are found, also by words of their descriptions
        succeed("catalog", "add", "community", catalog);
        assertThat(succeed("search", "clusterpulse")).contains("clusterpulse");
        assertThat(succeed("package", "show", "clusterpulse")).contains("fast-v1", "1.0.2");

        // When an operator is installed, its account has what its bundle needs
        assertThat(succeed(
                        "extension",
                        "install",
                        "clusterpulse",
                        "--channel",
                        "fast-v1",
                        "--version",
                        "1.0.0",
                        "--create-namespace",
                        "--with-rbac"))
                .endsWith("clusterpulse: version 1.0.0 is installed\n");
        assertThat(succeed("extension", "explain", "clusterpulse"))
                .startsWith("clusterpulse: version 1.0.0 of package clusterpulse is installed; version ");
        assertThat(succeed("extension", "describe", "clusterpulse")).contains("\nInstalled:       1.0.0 (bundle ");

        // When it is upgraded, the plan has said what that takes
        assertThat(succeed("plan", "clusterpulse", "--version", "1.0.2"))
                .startsWith("clusterpulse: would go from version 1.0.0 to bundle clusterpulse.v1.0.2 ")
                .contains("restarts 1 pod of Deployment.apps clusterpulse/clusterpulse-controller-manager\n")
                .doesNotContain("rights are missing");
        assertThat(succeed("extension", "update", "clusterpulse", "--version", "1.0.2"))
                .endsWith("clusterpulse: version 1.0.2 is installed\n");
        assertThat(succeed("extension", "history", "clusterpulse")).contains("1.0.0", "1.0.2");
        assertThat(program().run("extension", "diff", "clusterpulse").output())
                .contains("~ Deployment.apps clusterpulse/clusterpulse-controller-manager\n");

        // When an operator has to be told what to watch, the command does
        assertThat(succeed(
                        "extension",
                        "install",
                        "koku-metrics-operator",
                        "--channel",
                        "beta",
                        "--version",
                        "4.4.1",
                        "--create-namespace",
                        "--with-rbac",
                        "--watch-namespace",
                        "koku-metrics-operator"))
                .endsWith("koku-metrics-operator: version 4.4.1 is installed\n");
        assertThat(succeed("extension", "list").lines()).hasSize(3);

        // When they are uninstalled, nothing is left
        for (String name : List.of("clusterpulse", "koku-metrics-operator")) {
            assertThat(succeed("extension", "uninstall", name, "--yes")).contains(name + ": deleted\n");
            assertThat(extensions.deployments(name)).isEmpty();
        }
        assertThat(olm.client().resources(ClusterExtension.class).list().getItems())
                .isEmpty();
        assertThat(olm.client().resources(ClusterObjectSet.class).list().getItems())
                .isEmpty();
    }

    private String succeed(String... arguments) throws Exception {
        return program().succeed(arguments);
    }

    private OlmProcess program() {
        return OlmProcess.on(olm, directory.resolve("caches"));
    }
}
