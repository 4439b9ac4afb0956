package io.olm4j.cli.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.cluster.Installation;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.cli.command.OlmException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What the demo does on the cluster: the same that a user does with kubectl. */
final class DemoScript {

    private static final String EXTENSION = "greeter";
    private static final int PATIENCE_SECONDS = 60;

    private final KubernetesClient client;
    private final Samples samples;
    private final StepTable steps;

    DemoScript(KubernetesClient client, String registry, StepTable steps) {
        this.client = client;
        this.samples = new Samples(registry);
        this.steps = steps;
    }

    void run() {
        steps.time("ClusterCatalog \"samples\" applied and served", () -> {
            Installation.apply(client, samples.clusterCatalog());
            return awaitServing();
        });
        steps.time("ClusterExtension \"greeter\" with version ~1.0 installed", () -> {
            Installation.apply(client, samples.installer());
            Installation.apply(client, samples.clusterExtension());
            return awaitInstalled("1.0.0");
        });
        steps.time("range widened to 1.x: upgraded along the channel's edges", () -> {
            client.resources(ClusterExtension.class)
                    .withName(EXTENSION)
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}");
            return awaitInstalled("1.2.0");
        });
    }

    private String awaitServing() {
        try {
            ClusterCatalog served = client.resources(ClusterCatalog.class)
                    .withName("samples")
                    .waitUntilCondition(
                            catalog -> catalog != null
                                    && catalog.getStatus() != null
                                    && Conditions.isTrue(catalog.getStatus().conditions(), ConditionTypes.SERVING),
                            PATIENCE_SECONDS,
                            TimeUnit.SECONDS);
            return Optional.ofNullable(served.getStatus().urls())
                    .map(ClusterCatalogStatus.Urls::base)
                    .orElse("");
        } catch (KubernetesClientTimeoutException e) {
            ClusterCatalog catalog =
                    client.resources(ClusterCatalog.class).withName("samples").get();
            throw new OlmException(
                    "the catalog is not served: "
                            + describe(
                                    catalog == null
                                            ? List.of()
                                            : catalog.statusOrEmpty().conditions()),
                    e);
        }
    }

    /** Waits until this version is installed, available, and nothing is on its way any more. */
    private String awaitInstalled(String version) {
        try {
            ClusterExtension extension = client.resources(ClusterExtension.class)
                    .withName(EXTENSION)
                    .waitUntilCondition(
                            e -> e != null && isInstalled(e.getStatus(), version), PATIENCE_SECONDS, TimeUnit.SECONDS);
            return Optional.ofNullable(extension.getStatus().install())
                    .map(install -> install.bundle().name())
                    .orElse("");
        } catch (KubernetesClientTimeoutException e) {
            ClusterExtension extension =
                    client.resources(ClusterExtension.class).withName(EXTENSION).get();
            throw new OlmException(
                    "version " + version + " is not installed: "
                            + describe(Optional.ofNullable(extension)
                                    .map(ClusterExtension::getStatus)
                                    .map(ClusterExtensionStatus::conditions)
                                    .orElse(List.of())),
                    e);
        }
    }

    private static boolean isInstalled(ClusterExtensionStatus status, String version) {
        return status != null
                && status.install() != null
                && status.install().bundle().version().equals(version)
                && status.activeRevisions().size() == 1
                && Conditions.isTrue(status.conditions(), ConditionTypes.INSTALLED)
                && Conditions.isTrue(status.conditions(), ConditionTypes.AVAILABLE);
    }

    private static String describe(List<Condition> conditions) {
        return conditions.isEmpty()
                ? "it has no conditions; see the log of the cluster"
                : conditions.stream()
                        .map(c -> c.type() + "=" + c.status().text() + " (" + c.reason() + ") " + c.message())
                        .collect(Collectors.joining("; "));
    }
}
