package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges whether a CustomResourceDefinition may replace another one: stored resources must stay readable, and resources
 * that clients write must stay valid. A pure function of the two objects.
 */
public final class CrdUpgrade {

    private final Crd old;
    private final Crd latest;
    private final Limits limits = new Limits();
    private final Map<String, VersionComparison> sameVersions = new LinkedHashMap<>();

    private CrdUpgrade(Crd old, Crd latest) {
        this.old = old;
        this.latest = latest;
    }

    /**
     * Judges an upgrade.
     *
     * @param old the object in the cluster, of apiextensions.k8s.io/v1
     * @param latest the object to replace it with, of apiextensions.k8s.io/v1
     * @return the findings, under the name of {@code latest}
     */
    public static CrdUpgradeResult judge(JsonNode old, JsonNode latest) {
        try {
            Limits.check("existing", old);
            Limits.check("new", latest);
            return new CrdUpgrade(Crd.of(old), Crd.of(latest)).result();
        } catch (Limits.ExceededException e) {
            String name = Crd.of(latest).name();
            return new CrdUpgradeResult(
                    name, List.of(new CrdFinding(name, "", "", "limit", String.valueOf(e.getMessage()))));
        }
    }

    private CrdUpgradeResult result() {
        for (CrdVersion version : old.versions()) {
            latest.version(version.name())
                    .ifPresent(successor -> sameVersions.computeIfAbsent(
                            version.name(),
                            name -> VersionComparison.of(latest.name(), name, version, successor, limits)));
        }
        List<CrdFinding> findings = new ArrayList<>();
        addRemovedFields(findings);
        addScope(findings);
        addStoredVersions(findings);
        sameVersions.values().stream()
                .flatMap(comparison -> comparison.findings().stream())
                .forEach(found -> findings.add(found.finding()));
        servedVersions().forEach(found -> findings.add(found.finding()));
        return new CrdUpgradeResult(latest.name(), findings);
    }

    private List<SchemaFinding> servedVersions() {
        if (latest.convertsByWebhook()) {
            return List.of();
        }
        // A finding that the old definition already has does not count.
        Set<SchemaFinding> known = new HashSet<>(ServedVersions.compare(latest.name(), old, limits));
        List<SchemaFinding> served = ServedVersions.compare(latest.name(), latest, limits);
        served.removeIf(known::contains);
        return served;
    }

    private void addRemovedFields(List<CrdFinding> findings) {
        for (CrdVersion version : latest.versions()) {
            VersionComparison comparison = sameVersions.get(version.name());
            if (comparison != null) {
                comparison
                        .removed()
                        .forEach(path -> findings.add(
                                finding("existingFieldRemoval", "removed field : " + version.name() + "." + path)));
            }
        }
    }

    private void addScope(List<CrdFinding> findings) {
        if (!old.scope().equals(latest.scope())) {
            findings.add(
                    finding("scope", "scope changed : " + Quoted.of(old.scope()) + " -> " + Quoted.of(latest.scope())));
        }
    }

    private void addStoredVersions(List<CrdFinding> findings) {
        List<String> removed = old.storedVersions().stream()
                .filter(version -> latest.version(version).isEmpty())
                .toList();
        if (!removed.isEmpty()) {
            findings.add(
                    finding("storedVersionRemoval", "stored versions removed : [" + String.join(" ", removed) + "]"));
        }
    }

    private CrdFinding finding(String check, String message) {
        return new CrdFinding(latest.name(), "", "", check, message);
    }
}
