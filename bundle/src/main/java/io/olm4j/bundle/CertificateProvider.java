package io.olm4j.bundle;

/** Who issues the serving certificates of webhooks. */
public enum CertificateProvider {
    CERT_MANAGER,
    /** The service CA operator of OpenShift. */
    SERVICE_CA,
    /** Nobody: bundles with webhooks are not supported. */
    NONE
}
