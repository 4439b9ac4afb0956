package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The manifests in the jar, found the way kustomize finds them. */
final class Manifests {

    /** Where the jar carries the manifests. */
    static final String ROOT = "/io/olm4j/manifests/";

    static final List<String> KINDS = List.of("clustercatalog", "clusterextension", "clusterobjectset");

    private Manifests() {}

    /** The files that the kustomization of the folder lists, in its order, as names below {@link #ROOT}. */
    static List<String> files(String folder) {
        JsonNode listed = Yaml.read(ROOT + folder + "kustomization.yaml").path("resources");
        return StreamSupport.stream(listed.spliterator(), false)
                .map(JsonNode::asText)
                .flatMap(
                        name -> name.endsWith(".yaml") ? Stream.of(folder + name) : files(folder + name + "/").stream())
                .toList();
    }

    static JsonNode definition(String kind) {
        return Yaml.read(ROOT + "crd/" + kind + "s.olm.operatorframework.io.yaml");
    }

    /** Applies everything, and returns when the API server serves the three kinds. */
    static void apply(KubernetesClient client) {
        PatchContext apply = new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager("olm4j-manifests-test")
                .withForce(true)
                .build();
        files("")
                .forEach(file -> load(client, file)
                        .forEach(object -> client.resource(object).patch(apply)));
        awaitServed(client);
    }

    /** Applies an overlay with kubectl, and returns when the API server serves the three kinds. */
    static void applyOverlay(String name) {
        String directory = Path.of("overlays", name).toAbsolutePath().toString();
        Kubectl.Result result = TestCluster.shared()
                .cluster()
                .kubectl()
                .run("apply", "--server-side", "--force-conflicts", "-k", directory);
        assertThat(result.exitCode()).as(result.output()).isZero();
        awaitServed(TestCluster.shared().client());
    }

    private static void awaitServed(KubernetesClient client) {
        await().atMost(Duration.ofMinutes(2)).until(() -> KINDS.stream().allMatch(kind -> served(client, kind)));
    }

    private static List<HasMetadata> load(KubernetesClient client, String file) {
        try (InputStream in = Yaml.open(ROOT + file)) {
            return client.load(in).items();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean served(KubernetesClient client, String kind) {
        return Optional.ofNullable(client.getApiResources("olm.operatorframework.io/v1")).stream()
                .flatMap(served -> served.getResources().stream())
                .anyMatch(resource -> resource.getName().equals(kind + "s"));
    }
}
