package io.olm4j.applier.crdsafety;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares the served versions of one definition: without a conversion webhook, an object of one version is also read
 * as every other version.
 */
final class ServedVersions {

    private ServedVersions() {}

    /**
     * Compares every served version with every more stable one.
     *
     * @param name the name of the definition, for the findings
     */
    static List<SchemaFinding> compare(String name, Crd crd, Limits limits) {
        List<CrdVersion> served = crd.versions().stream()
                .filter(CrdVersion::served)
                .sorted(Comparator.comparing(CrdVersion::name, new KubeVersionOrder()))
                .toList();
        List<SchemaFinding> findings = new ArrayList<>();
        for (int i = 0; i < served.size(); i++) {
            for (CrdVersion successor : served.subList(i + 1, served.size())) {
                CrdVersion version = served.get(i);
                String pair = version.name() + " -> " + successor.name();
                findings.addAll(VersionComparison.of(name, pair, version, successor, limits)
                        .findings());
            }
        }
        return findings;
    }
}
