package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Mounts the serving certificate into every container of a deployment. It replaces the bundle's own mounts at these
 * paths.
 */
final class CertificateVolumes {
    private record CertificateVolume(String name, String path, String certificate, String key) {}

    /** The paths at which operators with webhooks and with aggregated APIs expect their certificate. */
    private static final List<CertificateVolume> VOLUMES = List.of(
            new CertificateVolume("webhook-cert", "/tmp/k8s-webhook-server/serving-certs", "tls.crt", "tls.key"),
            new CertificateVolume(
                    "apiservice-cert", "/apiserver.local.config/certificates", "apiserver.crt", "apiserver.key"));

    private CertificateVolumes() {}

    static void ensure(ObjectNode deployment, Certificate certificate) {
        ObjectNode pod = deployment.withObject("/spec/template/spec");
        Set<String> replaced = replaced(pod.path("containers"));
        ArrayNode volumes = withoutNamed(pod, "volumes", replaced);
        VOLUMES.forEach(volume -> addVolume(volumes, volume, certificate));
        for (JsonNode container : pod.path("containers")) {
            ArrayNode mounts = withoutNamed((ObjectNode) container, "volumeMounts", replaced);
            VOLUMES.forEach(
                    volume -> mounts.addObject().put("name", volume.name()).put("mountPath", volume.path()));
        }
    }

    private static Set<String> replaced(JsonNode containers) {
        Set<String> names = new HashSet<>();
        for (CertificateVolume volume : VOLUMES) {
            names.add(volume.name());
            for (JsonNode container : containers) {
                for (JsonNode mount : container.path("volumeMounts")) {
                    if (mount.path("mountPath").asText().equals(volume.path())) {
                        names.add(mount.path("name").asText());
                    }
                }
            }
        }
        return names;
    }

    private static ArrayNode withoutNamed(ObjectNode parent, String field, Set<String> names) {
        JsonNode given = parent.path(field);
        ArrayNode kept = parent.putArray(field);
        for (JsonNode element : given) {
            if (!names.contains(element.path("name").asText())) {
                kept.add(element);
            }
        }
        return kept;
    }

    private static void addVolume(ArrayNode volumes, CertificateVolume volume, Certificate certificate) {
        ObjectNode secret = volumes.addObject().put("name", volume.name()).putObject("secret");
        ArrayNode items = secret.put("secretName", certificate.name()).putArray("items");
        items.addObject().put("key", "tls.crt").put("path", volume.certificate());
        items.addObject().put("key", "tls.key").put("path", volume.key());
    }
}
