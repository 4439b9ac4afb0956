package io.olm4j.cli.bundle;

import io.olm4j.bundle.CertificateProvider;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the issuer of serving certificates. */
public final class CertificateProviderConverter implements ITypeConverter<CertificateProvider> {

    /** The values, for the completion of the shell. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("cert-manager", "service-ca", "none").iterator();
        }
    }

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
