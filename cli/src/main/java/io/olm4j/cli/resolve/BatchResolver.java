package io.olm4j.cli.resolve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.cli.batch.Line;
import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.Resolution.Resolved;
import java.util.Set;

/** Answers the requests of a batch, a line of JSON each. */
final class BatchResolver {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Catalogs catalogs;
    private final Set<String> names;
    private final boolean explain;
    private final boolean all;

    /**
     * Answers by these catalogs.
     *
     * @param names of all catalogs, for requests that name none
     * @param all whether an explanation has a line for each candidate
     */
    BatchResolver(Catalogs catalogs, Set<String> names, boolean explain, boolean all) {
        this.catalogs = catalogs;
        this.names = names;
        this.explain = explain;
        this.all = all;
    }

    /** The answer to a request, both in one line; never fails. */
    String answer(Line line) {
        ObjectNode answer = MAPPER.createObjectNode();
        try {
            if (line.tooLong()) {
                throw new BatchRequest.MalformedException("the line is too long");
            }
            JsonNode json = MAPPER.readTree(line.text());
            answer.set("id", json.has("id") ? json.get("id") : NullNode.getInstance());
            BatchRequest request = BatchRequest.of(json, names);
            fill(answer, request);
        } catch (JsonProcessingException e) {
            answer.putNull("id");
            answer.put("error", "line " + line.number() + " is not valid JSON: " + e.getOriginalMessage());
        } catch (BatchRequest.MalformedException e) {
            answer.put("error", "line " + line.number() + ": " + e.getMessage());
        }
        return answer.toString();
    }

    private void fill(ObjectNode answer, BatchRequest request) {
        Choice choice = Choice.of(
                request.request(),
                catalogs.candidates(
                        option -> request.catalogs().contains(option.name()),
                        request.request().packageName()),
                explain);
        switch (choice) {
            case Choice.Chosen chosen -> {
                Resolved resolved = chosen.resolved();
                answer.put("bundle", resolved.bundle().name());
                answer.put("version", resolved.version().version().toString());
                resolved.version().release().ifPresent(release -> answer.put("release", release.toString()));
                answer.put("catalog", resolved.catalog());
                answer.put("image", resolved.bundle().image());
                explain(answer, resolved.explanation());
            }
            case Choice.None none -> {
                // Only the words of OLM v1, with which tools compare.
                answer.put("error", none.error());
                none.explanation().ifPresent(explanation -> explain(answer, explanation));
            }
        }
    }

    private void explain(ObjectNode answer, Explanation explanation) {
        if (explain) {
            answer.put("explanation", explanation.text(all));
        }
    }
}
