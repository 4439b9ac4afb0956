package io.olm4j.e2e.deploy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.tls.HeldCertificate;

/** Does what cert-manager and the operators of OpenShift would do with the objects of an overlay. */
final class CertificateProviders {

    private final HeldCertificate authority = new HeldCertificate.Builder()
            .commonName("authority of the test")
            .certificateAuthority(1)
            .build();
    private final KubernetesClient client;
    private final String namespace;

    CertificateProviders(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /** Issues what is asked for by Certificates of cert-manager, if the cluster serves these. */
    void certManager() {
        for (GenericKubernetesResource certificate : client.genericKubernetesResources(
                        "cert-manager.io/v1", "Certificate")
                .inNamespace(namespace)
                .list()
                .getItems()) {
            List<String> names = certificate.get("spec", "dnsNames");
            if (names != null) {
                issue(certificate.get("spec", "secretName"), names);
            }
        }
    }

    /** Issues what is asked for by annotations of Services, and fills the ConfigMaps that OpenShift fills. */
    void openShift() {
        for (Service service : client.services().inNamespace(namespace).list().getItems()) {
            Optional.ofNullable(service.getMetadata().getAnnotations())
                    .map(annotations -> annotations.get("service.beta.openshift.io/serving-cert-secret-name"))
                    .ifPresent(secret ->
                            issue(secret, List.of(service.getMetadata().getName() + "." + namespace + ".svc")));
        }
        client.configMaps()
                .inNamespace(namespace)
                .withLabel("config.openshift.io/inject-trusted-cabundle", "true")
                .list()
                .getItems()
                .forEach(bundle -> client.resource(new ConfigMapBuilder(bundle)
                                .addToData("ca-bundle.crt", authority.certificatePem())
                                .build())
                        .update());
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("openshift-service-ca.crt")
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToData("service-ca.crt", authority.certificatePem())
                        .build())
                .create();
    }

    private void issue(String secret, List<String> names) {
        HeldCertificate.Builder certificate =
                new HeldCertificate.Builder().commonName(names.getFirst()).signedBy(authority);
        names.forEach(certificate::addSubjectAlternativeName);
        HeldCertificate issued = certificate.build();
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(secret)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withStringData(Map.of(
                                "tls.crt", issued.certificatePem(),
                                "tls.key", issued.privateKeyPkcs8Pem(),
                                "ca.crt", authority.certificatePem()))
                        .build())
                .create();
    }
}
