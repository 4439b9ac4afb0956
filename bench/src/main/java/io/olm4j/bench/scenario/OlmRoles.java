package io.olm4j.bench.scenario;

import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        return RoleProcess.start(
                olm,
                directory,
                "catalogd",
                account(cluster, "catalogd"),
                List.of(
                        "--catalogs-server-addr=" + catalogs,
                        "--external-address=" + catalogs,
                        "--cache-dir=" + directory.resolve("catalogd")));
    }

    /** Starts operator-controller alone. */
    static RoleProcess startController(LocalCluster cluster, Path olm, Path directory, String... moreFlags)
            throws IOException {
        List<String> flags = new ArrayList<>(List.of("--cache-path=" + directory.resolve("operator-controller")));
        flags.addAll(List.of(moreFlags));
        return RoleProcess.start(olm, directory, "operator-controller", account(cluster, "operator-controller"), flags);
    }

    private static String account(LocalCluster cluster, String role) {
        return cluster.kubeconfigForServiceAccount(NAMESPACE, role + "-controller-manager");
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
