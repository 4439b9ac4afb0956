package io.olm4j.cli.bundle;

import io.olm4j.bundle.CertificateProvider;
import io.olm4j.cli.command.Failures;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the issuer of serving certificates. */
public final class CertificateProviderConverter implements ITypeConverter<CertificateProvider> {

    private static final List<String> NAMES = List.of("cert-manager", "service-ca", "none");

    /** The values, for the completion of the shell. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    @Override
    public CertificateProvider convert(String value) {
        return switch (value) {
            case "cert-manager" -> CertificateProvider.CERT_MANAGER;
            case "service-ca" -> CertificateProvider.SERVICE_CA;
            case "none" -> CertificateProvider.NONE;
            default -> throw new TypeConversionException(Failures.notOneOf(value, NAMES));
        };
    }
}
