package io.olm4j.cli.crddiff;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.CrdUpgrade;
import io.olm4j.cli.batch.Line;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.ContentSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Answers the lines of a batch, {@code OLD<TAB>NEW<TAB>CRDNAME} each, with a line of JSON. */
final class CrdDiffBatch {

    private static final JsonMapper MAPPER = new JsonMapper();

    /** The sources that lines named last: mostly many lines in a row name the same. */
    private static final int KEPT = 4;

    private final Map<String, Map<String, ObjectNode>> kept = new LinkedHashMap<>(KEPT, 0.75f, true);

    private final ContentSource content;

    CrdDiffBatch(ContentSource content) {
        this.content = content;
    }

    /** The answer to a line: {@code errors}, or {@code error} if the upgrade cannot be judged; never fails. */
    String answer(Line line) {
        ObjectNode answer = MAPPER.createObjectNode();
        String[] fields = line.text().split("\t", -1);
        if (line.tooLong() || fields.length != 3) {
            return answer.put("error", "line " + line.number() + " is not OLD<TAB>NEW<TAB>CRDNAME")
                    .toString();
        }
        answer.put("old", fields[0]).put("new", fields[1]).put("crd", fields[2]);
        try {
            Optional<ObjectNode> old = crd(fields[0], fields[2]);
            ObjectNode latest = crd(fields[1], fields[2])
                    .orElseThrow(() -> new OlmException(fields[1] + " contains no CustomResourceDefinition " + fields[2]
                            + "; name one that it contains"));
            ArrayNode errors = answer.putArray("errors");
            old.ifPresent(existing ->
                    CrdUpgrade.judge(existing, latest).findings().forEach(finding -> errors.add(finding.text())));
        } catch (OlmException | IOException | UncheckedIOException e) {
            answer.put("error", Failures.describe(e));
        }
        return answer.toString();
    }

    /** Without an existing definition there is nothing to break. */
    private Optional<ObjectNode> crd(String source, String name) throws IOException {
        Map<String, ObjectNode> crds = kept.get(source);
        if (crds == null) {
            crds = CrdFiles.read(content.open(source));
            kept.put(source, crds);
            if (kept.size() > KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        return Optional.ofNullable(crds.get(name));
    }
}
