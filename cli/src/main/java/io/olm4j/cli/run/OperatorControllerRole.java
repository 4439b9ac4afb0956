package io.olm4j.cli.run;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.SystemNames;
import io.olm4j.cli.run.RunSettings.ControllerSettings;
import io.olm4j.controller.Controller;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.controller.options.IdentityPolicy;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** operator-controller in this process. */
final class OperatorControllerRole implements AutoCloseable {

    private final RoleContext context;
    private final Controller controller;
    private final Optional<DefaultAccountWatch> defaultAccount;

    private OperatorControllerRole(
            RoleContext context, Controller controller, Optional<DefaultAccountWatch> defaultAccount) {
        this.context = context;
        this.controller = controller;
        this.defaultAccount = defaultAccount;
    }

    /**
     * Starts it; returns once its caches are filled and it takes part in the leader election.
     *
     * @param failed gets what must end the process later
     */
    static OperatorControllerRole start(RoleContext context, Consumer<OlmException> failed) {
        RunSettings settings = context.settings();
        ControllerSettings own = settings.controller();
        context.await(List.of(ClusterCatalog.class, ClusterExtension.class, ClusterObjectSet.class));
        // Where the manifests put the annotations that name the default account.
        NamespacedName account = context.account()
                .orElseGet(() -> new NamespacedName(settings.systemNamespace(), SystemNames.OPERATOR_CONTROLLER));
        Optional<DefaultAccountWatch> defaultAccount = own.defaultAccount()
                .map(wanted -> DefaultAccountWatch.start(context.client(), account, wanted, failed));
        ControllerOptions options = ControllerOptions.of(own.cache(), settings.systemNamespace())
                .withIdentity(new IdentityPolicy(own.defaultAccount(), own.allowControllerIdentity()))
                .withDeletion(own.deletion())
                .withCertificates(own.certificates())
                .withRegistries(context.registries())
                .withPullSecrets(context.pullSecrets())
                .withFeatures(settings.gates().features())
                .withClusterUpgradeGate(settings.gates().isOn(FeatureGate.CLUSTER_UPGRADE_GATE))
                .withLeadership(context.leadership())
                .withMeters(context.meters());
        ControllerOptions complete =
                own.catalogdAuthorities().map(options::withCatalogdAuthorities).orElse(options);
        Controller controller = Controller.start(context.client(), complete, context::client);
        return new OperatorControllerRole(context, controller, defaultAccount);
    }

    @Override
    public void close() {
        defaultAccount.ifPresent(DefaultAccountWatch::close);
        controller.close();
        context.client().close();
    }
}
