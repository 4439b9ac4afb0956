package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Extensions of small operators, as a user creates, changes and deletes them: one request after the other. */
final class SmallExtensions implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final KubernetesClient admin;
    private final InstalledWatch watch;

    SmallExtensions(KubernetesClient admin) {
        this.admin = admin;
        this.watch = new InstalledWatch(admin, LIMIT);
    }

    InstalledWatch watch() {
        return watch;
    }

    /** Creates them and waits until all are installed; returns when each was, as {@link System#nanoTime()}. */
    Map<String, Long> install(Collection<String> names, String version) throws InterruptedException {
        names.forEach(name -> create(name, Optional.empty()));
        return watch.awaitInstalled(names, version);
    }

    /** Creates one; with a version, it stays at that version. */
    void create(String name, Optional<String> version) {
        admin.resource(manifest(name, version)).create();
    }

    /** Changes the version of one. */
    void change(String name, String version) {
        admin.resources(ClusterExtension.class)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"" + version + "\"}}}}");
    }

    /** Deletes them and waits until all are gone. */
    void delete(Collection<String> names) throws InterruptedException {
        names.forEach(
                name -> admin.resources(ClusterExtension.class).withName(name).delete());
        watch.awaitGone(names);
    }

    /** The extension as YAML. */
    static String manifest(String name, Optional<String> version) {
        return """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: %1$s}
                spec:
                  namespace: %1$s
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: %1$s%2$s}}
                """.formatted(name, version.map(text -> ", version: " + text).orElse(""));
    }

    @Override
    public void close() {
        watch.close();
    }
}
