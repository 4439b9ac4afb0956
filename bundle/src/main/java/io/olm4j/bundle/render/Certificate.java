package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Webhook;

/**
 * The serving certificate of a deployment's webhooks and aggregated APIs.
 *
 * @param serviceName the service in front of the deployment
 * @param name the name of the certificate and of the secret that holds it
 * @param namespace the install namespace
 * @param provider its issuer
 */
record Certificate(String serviceName, String name, String namespace, CertificateProvider provider) {

    static Certificate of(String deployment, Rendering rendering) {
        String service = ObjectNames.of(deployment.replace('.', '-'), "service");
        return new Certificate(
                service, ObjectNames.of(service, "cert"), rendering.installNamespace(), rendering.certificates());
    }

    String issuerName() {
        return ObjectNames.of(name, "selfsigned-issuer");
    }

    /** The reference to the service of a webhook, with the port from the bundle; 0 if the bundle leaves it out. */
    ObjectNode service(Webhook webhook) {
        ObjectNode service = JsonNodeFactory.instance.objectNode();
        service.put("namespace", namespace).put("name", serviceName);
        if (webhook.tree().path("webhookPath").isTextual()) {
            service.put("path", webhook.tree().path("webhookPath").textValue());
        }
        return service.put("port", webhook.containerPort());
    }

    /**
     * Annotates an object so that the provider writes its certificate authority into it; the API server reads it there.
     */
    void injectAuthority(ObjectNode object) {
        switch (provider) {
            case CERT_MANAGER -> Objects.annotate(object, "cert-manager.io/inject-ca-from", namespace + "/" + name);
            case SERVICE_CA -> Objects.annotate(object, "service.beta.openshift.io/inject-cabundle", "true");
            case NONE -> {}
        }
    }

    /** Requests a certificate for a service from the provider, if the provider takes requests by annotation. */
    void requestFor(ObjectNode service) {
        if (provider == CertificateProvider.SERVICE_CA) {
            Objects.annotate(service, "service.beta.openshift.io/serving-cert-secret-name", name);
        }
    }
}
