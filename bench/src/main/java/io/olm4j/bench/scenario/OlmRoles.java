package io.olm4j.bench.scenario;

import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** catalogd and operator-controller, each a process of its own with its own service account. */
final class OlmRoles implements AutoCloseable {

    private static final String NAMESPACE = "olmv1-system";

    private final RoleProcess catalogd;
    private final RoleProcess controller;

    private OlmRoles(RoleProcess catalogd, RoleProcess controller) {
        this.catalogd = catalogd;
        this.controller = controller;
    }

    /**
     * Starts both; they may not be ready yet.
     *
     * @param olm the launcher of a distribution
     * @param directory for their caches and logs; what is in it is used again
     * @param catalogs host and port of the catalog server
     * @param controllerFlags more flags of operator-controller
     */
    static OlmRoles start(LocalCluster cluster, Path olm, Path directory, String catalogs, String... controllerFlags)
            throws IOException {
        RoleProcess catalogd = startCatalogd(cluster, olm, directory, catalogs);
        return new OlmRoles(catalogd, startController(cluster, olm, directory, controllerFlags));
    }

    /** Starts catalogd alone. */
    static RoleProcess startCatalogd(LocalCluster cluster, Path olm, Path directory, String catalogs)
            throws IOException {
        return start(cluster, olm, directory, "catalogd", catalogdFlags(directory, catalogs));
    }

    /** Starts operator-controller alone. */
    static RoleProcess startController(LocalCluster cluster, Path olm, Path directory, String... moreFlags)
            throws IOException {
        return start(
                cluster,
                olm,
                directory,
                "operator-controller",
                Stream.concat(controllerFlags(directory), Stream.of(moreFlags)));
    }

    /** Starts one process with both roles, which has the rights of the administrator. */
    static RoleProcess startTogether(LocalCluster cluster, Path olm, Path directory, String catalogs)
            throws IOException {
        return RoleProcess.start(
                olm,
                directory,
                "both",
                Files.readString(cluster.kubeconfig()),
                Stream.concat(catalogdFlags(directory, catalogs), controllerFlags(directory))
                        .toList());
    }

    private static Stream<String> catalogdFlags(Path directory, String catalogs) {
        return Stream.of(
                "--catalogs-server-addr=" + catalogs,
                "--external-address=" + catalogs,
                "--cache-dir=" + directory.resolve("catalogd"));
    }

    private static Stream<String> controllerFlags(Path directory) {
        return Stream.of("--cache-path=" + directory.resolve("operator-controller"));
    }

    private static RoleProcess start(LocalCluster cluster, Path olm, Path directory, String role, Stream<String> flags)
            throws IOException {
        return RoleProcess.start(
                olm,
                directory,
                role,
                cluster.kubeconfigForServiceAccount(NAMESPACE, role + "-controller-manager"),
                Stream.concat(Stream.of("--only=" + role), flags).toList());
    }

    /** Returns when both are ready. */
    OlmRoles ready() {
        catalogd.awaitReady();
        controller.awaitReady();
        return this;
    }

    RoleProcess catalogd() {
        return catalogd;
    }

    RoleProcess controller() {
        return controller;
    }

    /** Kills both. */
    @Override
    public void close() {
        controller.close();
        catalogd.close();
    }
}
