package io.olm4j.applier.crdsafety;

import io.olm4j.versionranges.Quoted;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The findings on the upgrade of one CustomResourceDefinition.
 *
 * @param crd the name of the CustomResourceDefinition
 * @param findings in a fixed order: the whole definition, each version, each pair of served versions
 */
public record CrdUpgradeResult(String crd, List<CrdFinding> findings) {

    public CrdUpgradeResult {
        findings = List.copyOf(findings);
    }

    /** Whether there are no findings. */
    public boolean isSafe() {
        return findings.isEmpty();
    }

    /** The text of the condition, a line for each finding. */
    public String message() {
        return findings.stream()
                .map(CrdFinding::text)
                .collect(Collectors.joining("\n", "validating upgrade for CRD " + Quoted.of(crd) + ": ", ""));
    }
}
