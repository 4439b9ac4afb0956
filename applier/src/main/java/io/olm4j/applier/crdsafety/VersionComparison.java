package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The differences between the schema of a version and the schema of its successor.
 *
 * @param findings sorted by path, then by check
 * @param removed the paths that the successor does not have, sorted
 */
record VersionComparison(List<SchemaFinding> findings, List<String> removed) {

    private static final String ROOT = "^";

    VersionComparison {
        findings = List.copyOf(findings);
        removed = List.copyOf(removed);
    }

    /**
     * Compares two versions.
     *
     * @param version the text that names the version or pair of versions in findings
     */
    static VersionComparison of(String crd, String version, CrdVersion old, CrdVersion latest, Limits limits) {
        if (old.schema().isEmpty() || latest.schema().isEmpty()) {
            boolean isOld = old.schema().isEmpty();
            CrdVersion without = isOld ? old : latest;
            String which = old.name().equals(latest.name()) ? "the " + (isOld ? "existing " : "new ") : "";
            String message = which + "version " + Quoted.of(without.name())
                    + " has no schema, so that nothing can be compared: give it one";
            CrdFinding finding = new CrdFinding(crd, version, ROOT, "schema", message);
            return new VersionComparison(List.of(new SchemaFinding(finding, List.of())), List.of());
        }
        JsonNode before = old.schema().get();
        JsonNode after = latest.schema().get();
        if (before.equals(after)) {
            return new VersionComparison(List.of(), List.of());
        }
        Walk walk = new Walk(crd, version, limits);
        walk.root(before, after);
        return walk.result();
    }

    /** Walks down both schemas together. A schema that only the successor has is new and therefore safe. */
    private static final class Walk {
        private final String crd;
        private final String version;
        private final Limits limits;
        private final List<SchemaFinding> findings = new ArrayList<>();
        private final List<String> removed = new ArrayList<>();

        Walk(String crd, String version, Limits limits) {
            this.crd = crd;
            this.version = version;
            this.limits = limits;
        }

        void root(JsonNode old, JsonNode latest) {
            if (old.isObject()) {
                visit(
                        ROOT,
                        NormalSchema.of(old),
                        Optional.of(latest).filter(JsonNode::isObject).map(NormalSchema::of));
            }
        }

        private void visit(String path, ObjectNode old, Optional<ObjectNode> latest) {
            if (latest.filter(old::equals).isPresent()) {
                return;
            }
            limits.spend(path);
            if (latest.isEmpty()) {
                removed.add(path);
            }
            ObjectNode successor = latest.orElseGet(JsonNodeFactory.instance::objectNode);
            PropertyChecks.judge(old, successor, limits, (check, message, changes) -> {
                limits.spend(message);
                findings.add(new SchemaFinding(new CrdFinding(crd, version, path, check, message), changes));
            });
            Map<String, ObjectNode> successors = new HashMap<>();
            SchemaChildren.forEach(successor, successors::put);
            SchemaChildren.forEach(
                    old,
                    (segment, child) -> visit(path + segment, child, Optional.ofNullable(successors.get(segment))));
        }

        VersionComparison result() {
            // The sort is stable: within a path the checks keep their order.
            findings.sort(Comparator.comparing(found -> found.finding().path()));
            removed.sort(Comparator.naturalOrder());
            return new VersionComparison(findings, removed);
        }
    }
}
