package io.olm4j.cli.crddiff;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.CrdFinding;
import io.olm4j.applier.crdsafety.CrdUpgrade;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The result for a CustomResourceDefinition.
 *
 * @param verdict the result as a stable word, for scripts: {@code safe}, {@code unsafe}, {@code added} or
 *     {@code removed}
 * @param findings if it is unsafe
 */
record Comparison(String crd, String verdict, List<CrdFinding> findings) {

    /** Compares definitions of the same name. A definition that only one side has is not judged. */
    static Stream<Comparison> of(Map<String, ObjectNode> old, Map<String, ObjectNode> latest) {
        TreeSet<String> names = new TreeSet<>(old.keySet());
        names.addAll(latest.keySet());
        return names.stream().map(name -> of(name, old, latest));
    }

    private static Comparison of(String name, Map<String, ObjectNode> old, Map<String, ObjectNode> latest) {
        ObjectNode before = old.get(name);
        ObjectNode after = latest.get(name);
        if (before == null) {
            return new Comparison(name, "added", List.of());
        }
        if (after == null) {
            return new Comparison(name, "removed", List.of());
        }
        List<CrdFinding> findings = CrdUpgrade.judge(before, after).findings();
        return new Comparison(name, findings.isEmpty() ? "safe" : "unsafe", findings);
    }

    boolean isUnsafe() {
        return !findings.isEmpty();
    }

    /** For people: the findings under the schema that they belong to. */
    static void print(PrintWriter out, Comparison comparison) {
        int count = comparison.findings().size();
        String findings = count == 0 ? "" : ", " + count + (count == 1 ? " finding" : " findings");
        out.println(comparison.crd() + ": " + comparison.verdict() + findings);
        String heading = "";
        for (CrdFinding finding : comparison.findings()) {
            String where = finding.version().isEmpty()
                    ? "the definition as a whole"
                    : finding.version() + ": " + finding.path();
            if (!where.equals(heading)) {
                out.println("  " + where);
                heading = where;
            }
            out.println("    " + finding.check() + ": " + finding.message());
        }
    }
}
