package io.olm4j.bundle;

/** The issuer of the serving certificates of webhooks and aggregated APIs. */
public enum CertificateProvider {
    CERT_MANAGER,
    /** The service CA operator of OpenShift. */
    SERVICE_CA,
    /** No provider: bundles with webhooks or aggregated APIs are not supported. */
    NONE
}
