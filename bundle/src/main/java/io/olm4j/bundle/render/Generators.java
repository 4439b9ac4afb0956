package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/** All generators in the order in which their objects are listed. */
public final class Generators {
    private static final List<Function<Rendering, List<ObjectNode>>> ALL = List.of(
            ServiceAccounts::of,
            Permissions::namespaced,
            Permissions::clusterWide,
            CustomResourceDefinitions::of,
            AdditionalObjects::of,
            Deployments::of,
            WebhookConfigurations::validating,
            WebhookConfigurations::mutating,
            WebhookServices::of,
            CertificateObjects::of);

    private Generators() {}

    /** The objects of a bundle; the trees are new and belong to the caller. */
    public static List<ObjectNode> objects(Rendering rendering) {
        return ALL.stream()
                .flatMap(generator -> generator.apply(rendering).stream())
                .toList();
    }
}
