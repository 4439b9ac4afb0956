package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import java.util.List;
import java.util.stream.Stream;

/**
 * Generates the objects that the certificate provider needs: for cert-manager an Issuer and a Certificate per
 * deployment.
 */
final class CertificateObjects {
    private static final String VERSION = "cert-manager.io/v1";

    private CertificateObjects() {}

    static List<ObjectNode> of(Rendering rendering) {
        if (rendering.certificates() != CertificateProvider.CERT_MANAGER) {
            return List.of();
        }
        return rendering.servingDeployments().stream()
                .map(rendering::certificateFor)
                .flatMap(certificate -> Stream.of(issuer(certificate), certificate(certificate)))
                .toList();
    }

    private static ObjectNode issuer(Certificate certificate) {
        ObjectNode issuer = Objects.namespaced(VERSION, "Issuer", certificate.issuerName(), certificate.namespace());
        issuer.putObject("spec").putObject("selfSigned");
        return issuer;
    }

    private static ObjectNode certificate(Certificate certificate) {
        ObjectNode object = Objects.namespaced(VERSION, "Certificate", certificate.name(), certificate.namespace());
        String host = certificate.serviceName() + "." + certificate.namespace();
        ObjectNode spec = object.putObject("spec");
        spec.put("commonName", host);
        // Two years, renewed a day before expiry.
        spec.put("duration", "17520h0m0s").put("renewBefore", "24h0m0s");
        ArrayNode names = spec.putArray("dnsNames");
        names.add(host).add(host + ".svc").add(host + ".svc.cluster.local");
        spec.put("secretName", certificate.name());
        spec.putObject("issuerRef").put("name", certificate.issuerName());
        spec.putArray("usages").add("server auth");
        return object;
    }
}
