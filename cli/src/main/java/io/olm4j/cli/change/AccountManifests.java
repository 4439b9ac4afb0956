package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.applier.account.InstallerRules.Grants;
import io.olm4j.cli.plan.PlanMaker;
import io.olm4j.cli.plan.PlanOptions;
import io.olm4j.cli.plan.PlannedContent;
import io.olm4j.cli.plan.ProposedExtension;
import io.olm4j.cli.rbac.InstallerManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** The service account of a new extension with the rights that its bundle needs, as {@code olm rbac} prints them. */
sealed interface AccountManifests {

    /** The account, the roles and the bindings. */
    record Made(List<ObjectNode> manifests) implements AccountManifests {}

    /** The controller would not install the bundle, for the reason. */
    record Refused(String reason) implements AccountManifests {}

    /**
     * Chooses and renders the bundle as the controller does, and computes the rights.
     *
     * @param namespace of the account
     */
    static AccountManifests of(
            KubernetesClient client,
            PlanOptions options,
            ClusterExtension extension,
            String namespace,
            String account) {
        try (var maker = new PlanMaker(client, options)) {
            PlannedContent content = maker.content(ProposedExtension.applied(extension, Optional.empty()));
            Optional<String> obstacle = content.obstacle()
                    .or(() ->
                            content.objects().isEmpty() ? Optional.of("the bundle has no objects") : Optional.empty());
            return obstacle.<AccountManifests>map(Refused::new)
                    .orElseGet(() -> new Made(
                            new InstallerManifest(namespace, account).manifests(content.objects(), Grants.OWN)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
