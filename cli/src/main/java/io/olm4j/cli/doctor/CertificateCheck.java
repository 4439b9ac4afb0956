package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that the certificates of olm4j are valid, and for longer than two weeks. */
final class CertificateCheck {

    private static final Duration SOON = Duration.ofDays(14);
    private static final String CERTIFICATE = "tls.crt";

    /** cert-manager names its Certificate by this annotation. */
    private static final String CERT_MANAGER = "cert-manager.io/certificate-name";

    private CertificateCheck() {}

    /** Judges Secrets of the type {@code kubernetes.io/tls}. */
    static List<CheckResult> of(List<Secret> secrets, Instant now) {
        List<CheckResult.Finding> findings = secrets.stream()
                .flatMap(secret -> finding(secret, now).stream())
                .toList();
        return CheckResult.orOk(
                findings,
                secrets.isEmpty()
                        ? "there are no Secrets with certificates"
                        : CheckResult.count(secrets.size(), "certificate") + ", each valid for more than "
                                + SOON.toDays() + " days");
    }

    private static Optional<CheckResult.Finding> finding(Secret secret, Instant now) {
        String about = "the certificate of the Secret " + secret.getMetadata().getNamespace() + "/"
                + secret.getMetadata().getName();
        Optional<Instant> end = end(secret);
        if (end.isEmpty()) {
            return Optional.of(CheckResult.error(about + " cannot be read", next(secret)));
        }
        if (end.get().isBefore(now)) {
            return Optional.of(CheckResult.error(about + " expired on " + end.get(), next(secret)));
        }
        return end.filter(instant -> instant.isBefore(now.plus(SOON)))
                .map(instant -> CheckResult.warning(about + " expires on " + instant, next(secret)));
    }

    /** The end of the first certificate of the chain to end; empty if there is none, or one is broken. */
    private static Optional<Instant> end(Secret secret) {
        try {
            byte[] pem = Base64.getDecoder()
                    .decode(Optional.ofNullable(secret.getData())
                            .orElse(Map.of())
                            .getOrDefault(CERTIFICATE, ""));
            return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                    .map(CertificateCheck::end)
                    .min(Comparator.naturalOrder());
        } catch (CertificateException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Instant end(Certificate certificate) {
        return ((X509Certificate) certificate).getNotAfter().toInstant();
    }

    private static String next(Secret secret) {
        String inNamespace = "kubectl -n " + secret.getMetadata().getNamespace();
        Map<String, String> annotations =
                Optional.ofNullable(secret.getMetadata().getAnnotations()).orElse(Map.of());
        Map<String, String> labels =
                Optional.ofNullable(secret.getMetadata().getLabels()).orElse(Map.of());
        if (annotations.containsKey(CERT_MANAGER)) {
            return inNamespace + " describe certificate " + annotations.get(CERT_MANAGER);
        }
        if ("olm".equals(labels.get("app.kubernetes.io/part-of"))) {
            return inNamespace + " delete secret " + secret.getMetadata().getName() + " && " + inNamespace
                    + " rollout restart deployment";
        }
        return inNamespace + " describe secret " + secret.getMetadata().getName();
    }
}
