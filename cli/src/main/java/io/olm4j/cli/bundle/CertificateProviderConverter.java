package io.olm4j.cli.bundle;

import io.olm4j.bundle.CertificateProvider;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the issuer of serving certificates. */
public final class CertificateProviderConverter implements ITypeConverter<CertificateProvider> {
    @Override
    public CertificateProvider convert(String value) {
        return switch (value) {
            case "cert-manager" -> CertificateProvider.CERT_MANAGER;
            case "service-ca" -> CertificateProvider.SERVICE_CA;
            case "none" -> CertificateProvider.NONE;
            default -> throw new TypeConversionException("\"" + value + "\" is not cert-manager, service-ca or none");
        };
    }
}
