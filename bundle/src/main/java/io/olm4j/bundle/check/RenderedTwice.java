package io.olm4j.bundle.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.render.Generators;
import io.olm4j.bundle.render.RenderedObject;
import io.olm4j.bundle.render.Rendering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds objects that an installation would contain twice because a generated object has the identity of another one. An
 * example is a Service of the bundle with the name of the generated Service for a webhook's deployment.
 */
final class RenderedTwice {
    private static final String INSTALL_NAMESPACE = "install-namespace";
    private static final String OTHER_NAMESPACE = "watched-namespace";

    private record Identity(String group, String kind, String namespace, String name) {
        static Identity of(ObjectNode object) {
            String apiVersion = object.path("apiVersion").asText();
            return new Identity(
                    apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/'))),
                    object.path("kind").asText(),
                    object.at("/metadata/namespace").asText(),
                    object.at("/metadata/name").asText());
        }
    }

    private RenderedTwice() {}

    /** The findings of all install modes in which a bundle without other problems can be installed. */
    static List<Finding> findings(RegistryV1 bundle) {
        Set<InstallMode> modes = bundle.csv().installModes();
        return Stream.of(InstallMode.values())
                .filter(modes::contains)
                .flatMap(mode -> target(mode).stream())
                .flatMap(target -> findings(bundle, target).stream())
                .distinct()
                .toList();
    }

    private static Optional<String> target(InstallMode mode) {
        return switch (mode) {
            case ALL_NAMESPACES -> Optional.of("");
            case OWN_NAMESPACE -> Optional.of(INSTALL_NAMESPACE);
            case SINGLE_NAMESPACE -> Optional.of(OTHER_NAMESPACE);
            case MULTI_NAMESPACE -> Optional.empty();
        };
    }

    private static List<Finding> findings(RegistryV1 bundle, String target) {
        List<Finding> findings = new ArrayList<>();
        Map<Identity, RenderedObject> seen = new HashMap<>();
        var rendering = new Rendering(
                bundle,
                new InstallNamespace.Existing(INSTALL_NAMESPACE),
                List.of(target),
                CertificateProvider.CERT_MANAGER,
                Set.of(),
                Optional.empty());
        for (RenderedObject object : Generators.objects(rendering)) {
            RenderedObject first = seen.putIfAbsent(Identity.of(object.object()), object);
            // BundleValidator finds two equal objects that the bundle itself holds.
            if (first != null && (first.isGenerated() || object.isGenerated())) {
                findings.add(finding(bundle, first, object));
            }
        }
        return findings;
    }

    /** A finding about the object that the bundle itself holds, if one of the two is: it is easier to rename. */
    private static Finding finding(RegistryV1 bundle, RenderedObject first, RenderedObject second) {
        String one = source(bundle, first);
        String other = source(bundle, second);
        return bundle.finding(
                first.isGenerated() ? second.source() : first.source(),
                RegistryV1.describe(first.object()) + " is rendered twice, "
                        + (one.equals(other) ? "both times from " + one : "from " + one + " and from " + other)
                        + "; rename or remove one of them");
    }

    private static String source(RegistryV1 bundle, RenderedObject object) {
        String file = "\"" + bundle.files().of(object.source()) + "\"";
        return object.isGenerated() ? object.part() + " of " + file : file;
    }
}
