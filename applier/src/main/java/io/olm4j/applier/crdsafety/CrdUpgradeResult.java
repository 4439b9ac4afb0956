package io.olm4j.applier.crdsafety;

import io.olm4j.versionranges.Quoted;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the judgement of one upgrade gave.
 *
 * @param crd its name
 * @param findings in a fixed order: the whole definition, each version, each pair of served versions
 */
public record CrdUpgradeResult(String crd, List<CrdFinding> findings) {

    public CrdUpgradeResult {
        findings = List.copyOf(findings);
    }

    /** Whether nothing was found. */
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
