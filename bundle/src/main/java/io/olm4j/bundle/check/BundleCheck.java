package io.olm4j.bundle.check;

import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.CustomResourceDefinitions;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.bundle.validate.BundleValidator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks a bundle directory as far as possible without the options of an installation. */
public final class BundleCheck {

    /**
     * The result of a check.
     *
     * @param findings errors that prevent the installation of the bundle
     * @param warnings probable mistakes
     */
    public record Result(List<Finding> findings, List<Finding> warnings) {
        public Result {
            findings = List.copyOf(findings);
            warnings = List.copyOf(warnings);
        }
    }

    private BundleCheck() {}

    /** Checks the bundle in a directory. */
    public static Result check(Path root) {
        return switch (BundleReader.read(root)) {
            case BundleReading.Unreadable(List<Finding> findings, var _) -> new Result(findings, List.of());
            case BundleReading.Read(RegistryV1 bundle) -> new Result(findings(bundle), bundle.warnings());
        };
    }

    private static List<Finding> findings(RegistryV1 bundle) {
        List<Finding> findings = new ArrayList<>();
        Renderer.unsupported(bundle.csv(), CertificateProvider.CERT_MANAGER, Set.of())
                .ifPresent(problem -> findings.add(bundle.finding(bundle.csv().tree(), problem)));
        findings.addAll(BundleValidator.findings(bundle));
        CustomResourceDefinitions.problem(bundle).ifPresent(findings::add);
        if (findings.isEmpty()) {
            findings.addAll(RenderedTwice.findings(bundle));
        }
        findings.addAll(BundleValidator.objectFindings(bundle));
        return findings;
    }
}
