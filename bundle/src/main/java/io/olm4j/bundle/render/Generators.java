package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.InstallNamespace;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All generators in the order in which their objects are listed. */
public final class Generators {
    private static final String PERMISSIONS = "the permissions in spec.install.spec";
    private static final String WEBHOOKS = "spec.webhookdefinitions";
    private static final String DEPLOYMENTS = "spec.install.spec.deployments";

    private static final List<Function<Rendering, Stream<RenderedObject>>> ALL = List.of(
            generated("the annotations", Generators::namespace),
            generated(PERMISSIONS, ServiceAccounts::of),
            generated(PERMISSIONS, Permissions::namespaced),
            generated(PERMISSIONS, Permissions::clusterWide),
            generated("the owned APIs in spec", UserFacingRoles::of),
            generated(DEPLOYMENTS, OperatorConditionObjects::of),
            rendering -> copied(rendering.bundle().crds(), CustomResourceDefinitions.of(rendering)),
            rendering -> copied(rendering.bundle().others(), AdditionalObjects.of(rendering)),
            generated(DEPLOYMENTS, Deployments::of),
            generated(WEBHOOKS, WebhookConfigurations::validating),
            generated(WEBHOOKS, WebhookConfigurations::mutating),
            generated(WEBHOOKS, Services::of),
            generated("spec.apiservicedefinitions", ApiServices::of),
            generated(WEBHOOKS, CertificateObjects::of));

    private Generators() {}

    /** The objects of a bundle. */
    public static List<RenderedObject> objects(Rendering rendering) {
        return ALL.stream().flatMap(generator -> generator.apply(rendering)).toList();
    }

    private static List<ObjectNode> namespace(Rendering rendering) {
        return switch (rendering.namespace()) {
            case InstallNamespace.Existing _ -> List.of();
            case InstallNamespace.Managed managed -> List.of(managed.object().deepCopy());
        };
    }

    private static Function<Rendering, Stream<RenderedObject>> generated(
            String part, Function<Rendering, List<ObjectNode>> generator) {
        return rendering -> generator.apply(rendering).stream()
                .map(object -> new RenderedObject(object, rendering.csv().tree(), part));
    }

    /** Each object is a copy of the source at the same index. */
    private static Stream<RenderedObject> copied(List<ObjectNode> sources, List<ObjectNode> objects) {
        return IntStream.range(0, sources.size()).mapToObj(i -> new RenderedObject(objects.get(i), sources.get(i), ""));
    }
}
